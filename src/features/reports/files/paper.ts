import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { GroupSums, Sums } from '../engine/sums.ts';
import type { UsableField } from '../engine/usable-fields.ts';

export interface ColumnOfPaper {
  header: string;
  type: UsableField['type'];
  /** In characters. */
  width: number;
}

/** A report as a PDF; its rows come one batch after another. */
export interface ReportOnPaper {
  letterhead: Letterhead;
  title: string;
  description: string | null;
  filters: string[];
  currency: string;
  one: string;
  many: string;
  /** The first column is written above the rows of each group instead. */
  hasGroup: boolean;
  columns: ColumnOfPaper[];
  /** In the order of the rows. */
  groups: GroupSums[];
  totals: Sums | null;
}

export const columnsOfPaper = (fields: readonly UsableField[]): ColumnOfPaper[] =>
  fields.map(({ label, type, width = 18 }) => ({ header: label, type, width }));

/** More characters than a page has across are printed on its long side. */
export const isWide = (columns: readonly ColumnOfPaper[]): boolean =>
  columns.reduce((sum, { width }) => sum + width, 0) > 96;

export const isAlignedRight = ({ type }: ColumnOfPaper): boolean => type === 'number' || type === 'money';
