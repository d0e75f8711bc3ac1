import type { Db } from '#kernel/database.ts';
import type { ReportType } from '#kernel/contracts/report.ts';
import type { ReportFilters } from '../../engine/definition.ts';
import { type CompiledGraph, type Dimension, measures, type Tally, together, outsideTerms } from './compile-graph.ts';
import { type GraphOrder, type Step, measureLabels } from './graph-labels.ts';
import {
  groupRows,
  type Head,
  type GraphCell,
  type GraphGroups,
  skipsDates,
  labelOf,
  withGaps,
  narrowedBy,
  ruleOf,
} from './graph-statement.ts';
import { minGroupSize } from '#kernel/min-group-size.ts';

const togetherOf = (cells: readonly (Tally | null)[]): Tally => together(cells.filter((cell) => cell !== null));

interface Named {
  label: string;
  /** Null for the others together. */
  head: Head | null;
}
interface Row extends Named {
  cells: (Tally | null)[];
}
interface Line extends Row {
  hidden: (Hidden | null)[];
}

/** The cells of the statement in rows and columns; without a second group there is one column. */
function tableOf({ dimensions }: CompiledGraph, { heads, others, cells }: GraphGroups, currency: string) {
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
function byValue(rows: Line[], { measure }: CompiledGraph): Line[] {
  const { of } = measures[measure.kind];
  const rank = ({ head, cells, hidden }: Line) =>
    head === null || hidden.some(Boolean) ? null : of(togetherOf(cells), { rows: 1 });
  return rows
    .map((row) => ({ row, rank: rank(row) ?? -Infinity }))
    .toSorted((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .map(({ row }) => row);
}

/** One figure. */
export interface Mark {
  value: number | null;
  hidden: Hidden | null;
  /** The filters that find its rows, as JSON; null if they can't be opened. */
  rules: string | null;
}

/** A graph as its page draws it and writes it as a table. Hidden figures are not in it. */
export interface Graph {
  /** The measure's words: 'Sum of Owed'. */
  label: string;
  type: 'number' | 'money' | 'percent';
  /** The headings of its groups, one or two. */
  fields: string[];
  /** Dates follow one another: a line means something. */
  isTime: boolean;
  /** Gaps between its dates that are too long to be shown: 'week'. */
  skips: Step | null;
  groups: string[];
  /** Groups that no line can run to: rows without a date, and those before. */
  undated: boolean[];
  /** One without a second group. */
  series: string[];
  marks: Mark[][];
  totals: { groups: (number | null)[]; series: (number | null)[]; all: number | null } | null;
}

/**
 * As many bars as a page or a card has room for; tables and heat maps have columns. Slices and series with those without
 * a value and all others are as many as there are colours.
 */
const maxValues = {
  page: { groups: 50, slices: 6, series: 6, columns: 24 },
  card: { groups: 12, slices: 5, series: 5, columns: 6 },
};

function mostOf({ chart }: CompiledGraph, place: keyof typeof maxValues): number[] {
  const { groups, slices, series, columns } = maxValues[place];
  return [chart === 'pie' ? slices : groups, chart === 'heat' || chart === 'table' ? columns : series];
}

interface Reading {
  order: GraphOrder;
  /** Those that the graph itself has. */
  filters: ReportFilters;
  currency: string;
  /** On a card, which has room for fewer groups. */
  isSmall?: boolean;
}

/** Reads the figures of a graph. */
export async function readGraph(db: Db, graph: CompiledGraph, { order, filters, currency, isSmall = false }: Reading) {
  const grouped = await groupRows(db, graph, mostOf(graph, isSmall ? 'card' : 'page'));
  const table = tableOf(graph, grouped, currency);
  const hidden = protectsSmallGroups(graph) ? hiddenIn(table.rows.map(({ cells }) => cells)) : null;
  const lines = table.rows.map((row, at): Line => ({
    ...row,
    hidden: row.cells.map((_, column) => hidden?.[at]![column] ?? null),
  }));
  const rows = order === 'value' && !graph.dimensions[0]!.step ? byValue(lines, graph) : lines;
  const heads = rows.map(({ head }) => head);
  const tallies = rows.map(({ cells }) => cells);
  const all = togetherOf(tallies.flat());
  const { of, hasTotals } = measures[graph.measure.kind];
  const isSplit = graph.dimensions.length > 1;
  const markAt = (row: Line, column: number): Mark => {
    const why = row.hidden[column]!;
    if (why) return { value: null, hidden: why, rules: null };
    const tally = row.cells[column];
    const heads = isSplit ? [row.head, table.columns[column]!.head] : [row.head];
    return {
      value: tally
        ? of(tally, isSplit ? togetherOf(row.cells) : all)
        : measureLabels[graph.measure.kind].stacks
          ? 0
          : null,
      hidden: null,
      rules: tally?.rows ? rulesFor(graph.dimensions, heads, filters) : null,
    };
  };
  return {
    ...labelsOf(graph),
    fields: graph.dimensions.map(({ field }) => field.label),
    isTime: graph.dimensions[0]!.step !== null,
    skips: skipsDates(graph.dimensions[0]!, heads) ? graph.dimensions[0]!.step : null,
    groups: rows.map(({ label }) => label),
    undated: heads.map((head) => head === null || head.key === null || head.key === outsideTerms),
    series: table.columns.map(({ label }) => label),
    marks: rows.map((row) => table.columns.map((_, column) => markAt(row, column))),
    totals: hasTotals && !hidden?.flat().some(Boolean) ? totalsOf(tallies, (tally) => of(tally, all)) : null,
  };
}

function rulesFor(dimensions: Dimension[], heads: (Head | null)[], filters: ReportFilters): string | null {
  const rules = heads.map((head, at) => head && ruleOf(dimensions[at]!, head));
  const all = rules.filter((rule) => rule !== null);
  return all.length === rules.length && narrowedBy(filters, all) ? JSON.stringify(all) : null;
}

function labelsOf({ usable, measure: { kind, field } }: CompiledGraph): { label: string; type: Graph['type'] } {
  const { label } = measureLabels[kind];
  if (!field) return { label: `${label} of ${usable.subject.many}`, type: kind === 'share' ? 'percent' : 'number' };
  const types: Partial<Record<ReportType, Graph['type']>> = { money: 'money' };
  return { label: `${label} of ${field.label}`, type: types[field.type] ?? 'number' };
}

const totalsOf = (tallies: (Tally | null)[][], of: (tally: Tally) => number | null): Graph['totals'] => {
  const sum = (cells: (Tally | null)[]) => of(togetherOf(cells));
  const columns = tallies[0]?.map((_, column) => tallies.map((line) => line[column]!)) ?? [];
  return { groups: tallies.map(sum), series: columns.map(sum), all: sum(tallies.flat()) };
};

/** Why a figure is not shown: too few rows, or one that would tell those by subtraction. */
type Hidden = 'few' | 'covered';

/** Whether small groups would tell something about a person that few may know. */
const protectsSmallGroups = ({ dimensions, measure, narrowing }: CompiledGraph): boolean =>
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
