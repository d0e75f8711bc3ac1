import type { Sheet } from '#kernel/pdf/document.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { GroupSums, Sums } from '../engine/sums.ts';
import type { UsableField } from '../engine/usable-fields.ts';

interface ColumnOfPaper {
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
  /** Where thumbnails are stored. */
  photoFolder: string;
  /** In the order of the rows. */
  groups: GroupSums[];
  totals: Sums | null;
}

export const columnsOfPaper = (fields: readonly UsableField[]): ColumnOfPaper[] =>
  fields.map(({ label, type, width = 18 }) => ({ header: label, type, width: type === 'photo' ? photoWidth : width }));

/** In characters, of a thumbnail on paper. */
const photoWidth = 7;

/** So many characters across fit on a sheet of A4, upright and on its side; more go on A3. */
const onA4 = { portrait: 96, landscape: 142 };

/** The smallest sheet that is as wide as the columns. */
export function sheetFor(columns: readonly ColumnOfPaper[]): Required<Pick<Sheet, 'size' | 'layout'>> {
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  if (characters <= onA4.portrait) return { size: 'A4', layout: 'portrait' };
  return { size: characters <= onA4.landscape ? 'A4' : 'A3', layout: 'landscape' };
}

export const isAlignedRight = ({ type }: ColumnOfPaper): boolean => type === 'number' || type === 'money';
