import type { RestrictedGroup } from '../contracts/field-groups.ts';

/** What a table looks like as a file. Browser code may read this too. */
export interface ExportColumn {
  header: string;
  /** Text stays text whatever it looks like; a day (yyyy-mm-dd) becomes a date of the workbook. */
  kind: 'text' | 'number' | 'day';
  /** In letters. */
  width: number;
  /** Only for who may see these data of people. */
  group?: RestrictedGroup;
  /** The institution whose custom field it is: the logs of others do not name it. */
  institutionId?: number;
}

/** A column that a person may choose, or may not. */
export interface ChoosableColumn extends ExportColumn {
  /** Under which heading it is offered. */
  section: string;
  /** Left out when nobody chooses. */
  isExtra?: boolean;
}

export const textColumn = (
  section: string,
  header: string,
  width: number,
  more: Partial<ChoosableColumn> = {},
): ChoosableColumn => ({
  ...{ section, header, width, kind: 'text' },
  ...more,
});

/** What a dialog offers. */
export interface OfferedColumn {
  key: string;
  label: string;
  section: string;
  isUsual: boolean;
}

export type Cell = string | number | null;
export type Rows = Cell[][];
export type TableFormat = 'csv' | 'xlsx';
