import { minGroupSize } from '#kernel/min-group-size.ts';
import type { CompiledGraph } from './compile-graph.ts';

/** Why a figure is not shown: too few rows, or one that would tell those by subtraction. */
export type Hidden = 'few' | 'covered';

/** Whether small groups would tell something about a person that few may know. */
export const protectsSmallGroups = ({ dimensions, measure, narrowing }: CompiledGraph): boolean =>
  [...dimensions.map(({ field }) => field), ...narrowing, ...(measure.field ? [measure.field] : [])].some(
    ({ restriction, isConfidential }) => restriction !== undefined || isConfidential,
  );

interface Counted {
  rows: number;
  filled: number;
}

const isFew = (count: number) => count > 0 && count < minGroupSize;

/**
 * Which figures of a table are not shown. Besides small ones, further ones are hidden until no line holds a single hidden
 * figure, or several whose sum tells them: the sum of a line can be known from another graph or list.
 */
export function hiddenIn(table: readonly (readonly (Counted | null)[])[]): (Hidden | null)[][] {
  const hidden = table.map((line) =>
    line.map((cell) => (cell && (isFew(cell.rows) || isFew(cell.filled)) ? ('few' as const) : null)),
  ) as (Hidden | null)[][];
  const lines = linesOf(table);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const line of lines) {
      const cover = coverFor(line, table, hidden);
      if (!cover) continue;
      hidden[cover.row]![cover.column] = 'covered';
      isChanged = true;
    }
  }
  return hidden;
}

interface Place {
  row: number;
  column: number;
}

/** Lines whose sum somebody can know: rows and columns, as far as they have several figures. */
function linesOf(table: readonly (readonly unknown[])[]): Place[][] {
  const columns = table[0]?.length ?? 0;
  const down = Array.from({ length: columns }, (_, column) => table.map((__, row) => ({ row, column })));
  const across = table.map((line, row) => line.map((_, column) => ({ row, column })));
  return columns > 1 ? [...down, ...across] : down;
}

/** The smallest figure that has to be hidden with others of its line, if any. */
function coverFor(
  line: readonly Place[],
  table: readonly (readonly (Counted | null)[])[],
  hidden: readonly (readonly (Hidden | null)[])[],
): Place | undefined {
  const rowsAt = ({ row, column }: Place) => table[row]![column]?.rows ?? 0;
  const gone = line.filter(({ row, column }) => hidden[row]![column]);
  if (gone.length === 0) return undefined;
  const sum = gone.reduce((all, place) => all + rowsAt(place), 0);
  const isGuarded = gone.some(
    ({ row, column }) => hidden[row]![column] === 'covered' || rowsAt({ row, column }) >= minGroupSize,
  );
  const isTold = gone.length === 1 || (!isGuarded && (sum === gone.length || sum === gone.length * (minGroupSize - 1)));
  if (!isTold) return undefined;
  return line
    .filter((place) => rowsAt(place) > 0 && !hidden[place.row]![place.column])
    .toSorted((one, other) => rowsAt(one) - rowsAt(other))[0];
}
