import type { CompiledGraph, Dimension } from './compile-graph.ts';
import { labelOf, withGaps } from './group-labels.ts';
import type { GraphCell, Grouped, Head } from './graph-statement.ts';
import { measures, together, type Tally } from './measures.ts';
import type { Hidden } from './small-groups.ts';

export const togetherOf = (cells: readonly (Tally | null)[]): Tally => together(cells.filter((cell) => cell !== null));

interface Named {
  label: string;
  /** Null for the others together. */
  head: Head | null;
}
interface Row extends Named {
  cells: (Tally | null)[];
}
export interface Line extends Row {
  hidden: (Hidden | null)[];
}

/** The cells of the statement in rows and columns; without a second group there is one column. */
export function tableOf({ dimensions }: CompiledGraph, { heads, others, cells }: Grouped, currency: string) {
  const [rows, columns] = dimensions.map((dimension, at): Named[] => {
    const named = withGaps(dimension, heads[at]!).map((head) => ({ head, label: labelOf(dimension, head, currency) }));
    if (!others[at]) return named;
    const rest = { head: null, label: otherLabel(dimension, others[at]) };
    return dimension.step ? [rest, ...named] : [...named, rest];
  }) as [Named[], Named[] | undefined];
  const keyOf = (keys: GraphCell['keys']) => JSON.stringify(keys.map(({ key, isOther }) => (isOther ? false : key)));
  const found = new Map(cells.map((cell) => [keyOf(cell.keys), cell]));
  const place = ({ head }: Named) => ({ key: head?.key ?? null, isOther: head === null });
  const across = columns ?? [{ label: '', head: null }];
  return {
    columns: across,
    rows: rows.map((row): Row => ({
      ...row,
      cells: across.map((column) => found.get(keyOf(columns ? [place(row), place(column)] : [place(row)])) ?? null),
    })),
  };
}

const otherLabel = ({ step }: Dimension, count: number) => (step ? `Earlier (${count})` : `Others (${count})`);

/** Largest first; what stands for many, and what would be told by its place, last. */
export function byValue(rows: Line[], { measure }: CompiledGraph): Line[] {
  const { of } = measures[measure.kind];
  const rank = ({ head, cells, hidden }: Line) =>
    head === null || hidden.some(Boolean) ? null : of(togetherOf(cells), { rows: 1 });
  return rows
    .map((row) => ({ row, rank: rank(row) ?? -Infinity }))
    .toSorted((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .map(({ row }) => row);
}
