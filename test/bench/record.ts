import { appendFileSync, existsSync } from 'node:fs';
import type { Row } from './report.ts';

const head = 'date,commit,figure,value,unit,budget';

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of docs/figures.csv for each figure; what could not be measured has no value. */
const csvLine = (date: string, commit: string, { what, value, unit, budget, atLeast }: Row): string => {
  const figure = Number.isFinite(value) ? String(Number(value.toFixed(2))) : '';
  const limit = budget === undefined ? '' : `${atLeast ? '≥' : '≤'} ${budget}`;
  return [date, commit, what, figure, unit, limit].map(cell).join(',');
};

export interface Recorded {
  file: string;
  /** When it was measured, as yyyy-mm-dd. */
  date: string;
  commit: string;
  rows: Row[];
}

/** Appends the figures to the file, which begins with a line of headings. */
export function appendFigures({ file, date, commit, rows }: Recorded): void {
  const lines = [...(existsSync(file) ? [] : [head]), ...rows.map((row) => csvLine(date, commit, row))];
  appendFileSync(file, `${lines.join('\n')}\n`);
}
