import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** At most this much, or with `atLeast` at least. */
  budget?: number;
  atLeast?: boolean;
  note?: string;
}

export const isMissed = ({ value, budget, atLeast }: Row): boolean =>
  budget !== undefined && (atLeast ? value < budget : value > budget);

/** The table on the screen; a budget that is missed is marked. */
export function show(rows: Row[]): void {
  const table = rows.map((row) => [
    isMissed(row) ? '✗' : row.budget === undefined ? ' ' : '✓',
    row.what,
    `${rounded(row.value)} ${row.unit}`,
    row.budget === undefined ? '' : `${row.atLeast ? '≥' : '≤'} ${row.budget} ${row.unit}`,
    row.note ?? '',
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((cells) => cells[at]!.length)));
  for (const [mark, what, value, budget, note] of table) {
    console.log(
      `${mark} ${what!.padEnd(widths[1]!)}  ${value!.padStart(widths[2]!)}  ${budget!.padStart(widths[3]!)}  ${note}`,
    );
  }
}

/** The same figures for machines, beside the installation's data. */
export function keep(root: string, run: object, rows: Row[]): void {
  mkdirSync(join(root, 'var'), { recursive: true, mode: 0o711 });
  const figures = rows.map((row) => ({ ...row, value: Number(row.value.toFixed(3)), isMissed: isMissed(row) }));
  writeFileSync(join(root, 'var/bench.json'), `${JSON.stringify({ ...run, rows: figures }, null, 2)}\n`);
}

const rounded = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
