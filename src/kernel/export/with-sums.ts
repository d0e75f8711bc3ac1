import type { Cell, ExportColumn, Rows } from './columns.ts';

/** Sums below the rows of each group, whose value is the first cell, and below all rows. */
export interface ExportSums {
  isGrouped: boolean;
  hasTotal: boolean;
}

/** A row of sums stands out. */
export interface SumRow {
  sums: Cell[];
}

/** The rows of a table and its sums, in their order. What is summed is what is written. */
export async function* withSums(
  columns: ExportColumn[],
  { isGrouped, hasTotal }: ExportSums,
  batches: AsyncIterable<Rows>,
): AsyncGenerator<(Cell[] | SumRow)[]> {
  const summed = columns.flatMap(({ isSummed, kind }, at) => (isSummed ? [{ at, unit: unitOf(kind) }] : []));
  const label = columns.findIndex(({ isSummed }) => !isSummed);
  // A column without a single value has no sum: this person may not see it.
  const adding = (): (number | null)[] => summed.map(() => null);
  const ofAll = adding();
  let ofGroup = adding();
  let group: Cell | undefined;

  const add = (sums: (number | null)[], row: Cell[]) => {
    for (const [nth, { at, unit }] of summed.entries()) {
      const cell = row[at];
      if (typeof cell === 'number') sums[nth] = (sums[nth] ?? 0) + Math.round(cell * unit);
    }
  };
  const sumRow = (words: string, of: (number | null)[]): SumRow => {
    const sums: Cell[] = columns.map(() => null);
    for (const [nth, { at, unit }] of summed.entries()) sums[at] = of[nth] === null ? null : of[nth]! / unit;
    if (label >= 0) sums[label] = words;
    return { sums };
  };
  const endOfGroup = () => sumRow(`${group ?? 'None'} total`, ofGroup);

  for await (const rows of batches) {
    const written: (Cell[] | SumRow)[] = [];
    for (const row of rows) {
      if (isGrouped && row[0] !== group) {
        if (group !== undefined) written.push(endOfGroup());
        group = row[0]!;
        ofGroup = adding();
      }
      add(ofGroup, row);
      add(ofAll, row);
      written.push(row);
    }
    yield written;
  }
  if (isGrouped && group !== undefined) yield [endOfGroup()];
  if (hasTotal) yield [sumRow('Total', ofAll)];
}

/** Kobo and ten-thousandths are whole numbers, whose sums are exact. */
const unitOf = (kind: ExportColumn['kind']) => (kind === 'money' ? 100 : 10_000);
