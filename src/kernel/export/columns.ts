/** What a table looks like as a file. Browser code may read this too. */
export interface ExportColumn {
  header: string;
  /** Text stays text whatever it looks like; a day (yyyy-mm-dd) becomes a date of the workbook. */
  kind: 'text' | 'number' | 'day';
  /** In letters. */
  width: number;
}

export type Cell = string | number | null;
export type Rows = Cell[][];
export type TableFormat = 'csv' | 'xlsx';
