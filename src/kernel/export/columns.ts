import type { RestrictedGroup } from '../contracts/field-groups.ts';

/** Describes a table as a file. Browser code may import this too. */
export interface ExportColumn {
  header: string;
  /**
   * Text stays text whatever it looks like; a date (yyyy-mm-dd) becomes a date in the workbook, and money has two
   * decimals. A photo is the name that its thumbnail is stored under; only workbooks with photos have them.
   */
  kind: 'text' | 'number' | 'money' | 'day' | 'photo';
  /** In characters. */
  width: number;
  /** Summed up where the table has sums. */
  isSummed?: boolean;
  /** Only for users with access to this group. */
  group?: RestrictedGroup;
  /** The institution whose custom field it is, so that other institutions' logs do not name it. */
  institutionId?: number;
}

/** A column in the export dialog. */
export interface ChoosableColumn extends ExportColumn {
  /** The heading it is listed under. */
  section: string;
  /** Left out by default. */
  isExtra?: boolean;
}

export const textColumn = (
  section: string,
  header: string,
  width: number,
  more: Partial<ChoosableColumn> = {},
): ChoosableColumn => ({
  section,
  header,
  width,
  kind: 'text',
  ...more,
});

/** The content of the export dialog. */
export interface OfferedColumn {
  key: string;
  label: string;
  section: string;
  isUsual: boolean;
}

export type Cell = string | number | null;
export type Rows = Cell[][];

/** What is a number becomes one in the workbook; a state or a position such as 1st stays text. */
export const figureCell = (text: string | null): Cell =>
  text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;

/** The columns that name a student. */
export const studentColumns: ExportColumn[] = [
  { header: 'Admission number', kind: 'text', width: 18 },
  { header: 'Name', kind: 'text', width: 30 },
];

export type TableFormat = 'csv' | 'xlsx' | 'pdf';

export const mediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A workbook with photos is made in memory, so it has no more rows. */
export const mostRowsWithPhotos = 2000;
