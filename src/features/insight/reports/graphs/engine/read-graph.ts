import type { Db } from '#kernel/database.ts';
import type { ReportType } from '#kernel/contracts/report.ts';
import type { ReportFilters } from '../../engine/definition.ts';
import type { CompiledGraph, Dimension } from './compile-graph.ts';
import type { GraphOrder, Step } from './graph-words.ts';
import { groupRows, type Head } from './graph-statement.ts';
import { outsideTerms } from './group-keys.ts';
import { skipsDates } from './group-labels.ts';
import { narrowedBy, ruleOf } from './mark-rules.ts';
import { byValue, tableOf, togetherOf, type Line } from './graph-lines.ts';
import { measures, type Tally } from './measures.ts';
import { measureWords } from './measure-words.ts';
import { hiddenIn, protectsSmallGroups, type Hidden } from './small-groups.ts';

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
const most = {
  page: { groups: 50, slices: 6, series: 6, columns: 24 },
  card: { groups: 12, slices: 5, series: 5, columns: 6 },
};

function mostOf({ chart }: CompiledGraph, place: keyof typeof most): number[] {
  const { groups, slices, series, columns } = most[place];
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
export async function readGraph(
  db: Db,
  graph: CompiledGraph,
  { order, filters, currency, isSmall = false }: Reading,
): Promise<Graph> {
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
        : measureWords[graph.measure.kind].stacks
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
  const { label } = measureWords[kind];
  if (!field) return { label: `${label} of ${usable.subject.many}`, type: kind === 'share' ? 'percent' : 'number' };
  const types: Partial<Record<ReportType, Graph['type']>> = { money: 'money' };
  return { label: `${label} of ${field.label}`, type: types[field.type] ?? 'number' };
}

const totalsOf = (tallies: (Tally | null)[][], of: (tally: Tally) => number | null): Graph['totals'] => {
  const sum = (cells: (Tally | null)[]) => of(togetherOf(cells));
  const columns = tallies[0]?.map((_, column) => tallies.map((line) => line[column]!)) ?? [];
  return { groups: tallies.map(sum), series: columns.map(sum), all: sum(tallies.flat()) };
};
