import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/bootstrap.mjs';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** At most this much, or with `atLeast` at least. */
  budget?: number;
  atLeast?: boolean;
  note?: string;
}

/** What could not be measured is not kept to its budget either. */
export const isMissed = ({ value, budget, atLeast }: Row): boolean =>
  budget !== undefined && !(atLeast ? value >= budget : value <= budget);

/** How the command ends: 1 when a budget is missed. */
export const exitStatus = (rows: Row[]): 0 | 1 => (rows.some(isMissed) ? 1 : 0);

/** The rows as lines of text; a budget that is missed is marked. */
export function rowLines(rows: Row[]): string[] {
  return columns(
    rows.map((row) => [
      isMissed(row) ? '✗' : row.budget === undefined ? ' ' : '✓',
      row.what,
      `${rounded(row.value)} ${row.unit}`,
      row.budget === undefined ? '' : `${row.atLeast ? '≥' : '≤'} ${row.budget} ${row.unit}`,
      row.note ?? '',
    ]),
    'llrrl',
  );
}

/** Lines with what belongs together below each other; `sides` says l or r for each column. */
export function columns(table: string[][], sides: string): string[] {
  const widths = [...sides].map((_, at) => Math.max(0, ...table.map((cells) => cells[at]!.length)));
  const cell = (text: string, at: number) =>
    sides[at] === 'r' ? text.padStart(widths[at]!) : text.padEnd(widths[at]!);
  return table.map((cells) => cells.map(cell).join('  ').trimEnd());
}

/** The figures for machines, beside the installation's data. */
export function keep(name: string, content: string): void {
  mkdirSync(join(root, 'var'), { recursive: true, mode: 0o711 });
  writeFileSync(join(root, 'var', name), content);
}

/** Figures with what follows from their budgets; three digits behind the point are enough for any of them. */
export const asJson = (run: object, rows: Row[]): string => {
  const text = { ...run, rows: rows.map((row) => ({ ...row, isMissed: isMissed(row) })) };
  return `${JSON.stringify(text, (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value), 2)}\n`;
};

export const rounded = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
export const ms = (value: number): string => `${rounded(value)} ms`;
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
