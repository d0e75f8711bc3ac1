import { clean, cut, squeeze } from './clean.ts';
import { isAmountCell } from './cell-kinds.ts';

/** A row numbered as in a spreadsheet, from 1. */
export interface SourceRow {
  number: number;
  cells: string[];
}

/** A row of a table that is none of the list. */
export interface ExtraRow {
  row: number;
  why: 'total' | 'heading';
  text: string;
}

const total = /^(?:grand|sub|overall)?[\s-]*totals?\b.{0,40}$/i;

/** Recognises sums below a list, and the headings and titles that a printed list repeats on every page. */
export function extraRowsOf(headers: string[], titles: string[][]) {
  const keyOf = (cells: string[]) => cells.map(squeeze).join('|').replace(/\|+$/, '');
  const repeated = new Set([headers, ...titles].map(keyOf).filter((key) => /\p{L}.*\p{L}/u.test(key)));
  return ({ number: row, cells }: SourceRow): ExtraRow | null => {
    const values = cells.map(clean).filter(Boolean);
    const text = cut(values.join(' '), 60);
    if (repeated.has(keyOf(cells))) return { row, why: 'heading', text };
    const isTotal =
      values.some((value) => total.test(value)) && values.every((one) => total.test(one) || isAmountCell(one));
    return isTotal ? { row, why: 'total', text } : null;
  };
}
