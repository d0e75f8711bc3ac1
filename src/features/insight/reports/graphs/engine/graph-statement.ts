import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { joinsFor } from '../../engine/compile.ts';
import {
  type CompiledGraph,
  type Dimension,
  type Tally,
  hasCode,
  keyOf,
  ordersItself,
  termsOf,
  outsideTerms,
} from './compile-graph.ts';
import { addDays } from '#kernel/dates.ts';
import { dateText, money } from '#ui/format.ts';
import { weekOf } from './graph-labels.ts';
import { type ReportFilters, type Rule, mostRules } from '../../engine/definition.ts';

/** A value that rows are grouped by. */
export interface Head {
  /** What tells it apart; null for rows without a value. */
  key: string | null;
  label: string | null;
  /** What filters compare: several where values have the same label. */
  codes: (string | null)[];
  /** The days of a term. */
  from: string | null;
  to: string | null;
}

/** One mark: the places of its heads, null for all groups beyond the most. */
export interface GraphCell extends Tally {
  keys: { key: string | null; isOther: boolean }[];
}

export interface GraphGroups {
  heads: Head[][];
  /** How many groups of each dimension are counted together as others. */
  others: number[];
  cells: GraphCell[];
}

type Row = {
  heads: Head[][];
  others: number[];
  cells: [(string | null)[], boolean[], number, number, number | null, number | null, number | null][];
};

/** Groups and sums in one statement: first by raw values, which is quick, then by what makes them the same to a reader. */
export async function groupRows(db: Db, graph: CompiledGraph, most: readonly number[]): Promise<GraphGroups> {
  const rows = await query<Row>(db, render(graphStatement(graph, most)));
  const [{ heads, others, cells }] = rows as [Row];
  return {
    heads,
    others,
    cells: cells.map(([keys, isOther, counted, filled, sum, low, high]) => ({
      keys: keys.map((key, at) => ({ key, isOther: isOther[at]! })),
      rows: counted,
      filled,
      sum,
      low,
      high,
    })),
  };
}

function graphStatement(graph: CompiledGraph, most: readonly number[]): SQL {
  const { dimensions, measure } = graph;
  const each = (of: (dimension: Dimension, at: number) => SQL) => sql.join(dimensions.map(of), sql`, `);
  const at = (letter: string, place: number) => sql.raw(`${letter}${place}`);
  const weight = measure.kind === 'sum' ? sql`abs(coalesce(total, 0))` : sql`n`;
  const ranked = ({ step }: Dimension, place: number) =>
    // Of days the latest are shown, of others the largest.
    step ? sql`o${sql.raw(String(place))} desc nulls last` : sql`w${sql.raw(String(place))} desc`;
  return sql`with every as (${everyGroup(graph)}),
    keyed as (select ${each((dimension, place) => keyOf(dimension, place))}, n, filled, total, low, high
      from every ${sql.join(dimensions.map(termsOf(graph)), sql` `)}),
    weighed as (select *, ${each((_, place) => sql`sum(${weight}) over (partition by ${at('k', place)}) as ${at('w', place)}`)}
      from keyed),
    placed as (select *, ${each(
      (dimension, place) =>
        sql`dense_rank() over (order by ${at('k', place)} is null, ${ranked(dimension, place)}, ${at('k', place)} collate "C")
          as ${at('p', place)}`,
    )} from weighed),
    cut as (select *, ${each(
      (_, place) => sql`(${at('k', place)} is not null and ${at('p', place)} > ${most[place]!}) as ${at('x', place)}`,
    )} from placed),
    cells as (select ${each((_, place) => sql`case when not ${at('x', place)} then ${at('k', place)} end as ${at('k', place)}, ${at('x', place)}`)},
        sum(n) as n, sum(filled) as filled, sum(total) as total, min(low) as low, max(high) as high
      from cut group by ${sql.raw(dimensions.map((_, place) => `${2 * place + 1}, ${2 * place + 2}`).join(', '))})
    select json_build_array(${each((dimension, place) => sql`(${headsOf(dimension, place)})`)}) as heads,
      (select json_build_array(${each((_, place) => sql`count(distinct ${at('k', place)}) filter (where ${at('x', place)})`)}) from cut) as others,
      (select coalesce(json_agg(json_build_array(json_build_array(${each((_, place) => at('k', place))}),
        json_build_array(${each((_, place) => at('x', place))}), n, filled, total, low, high)), '[]') from cells) as cells`;
}

/** All rows, grouped by the values of the fields as they are stored. */
function everyGroup({ usable, dimensions, measure, where, narrowing }: CompiledGraph): SQL {
  const { subject } = usable;
  const fields = dimensions.map(({ field }) => field);
  const read = dimensions.flatMap(({ field }, at) => [
    sql`${field.value} as ${sql.raw(`v${at}`)}`,
    ...(hasCode(field) ? [sql`${field.code} as ${sql.raw(`c${at}`)}`] : []),
    ...(ordersItself(field) ? [sql`${field.order} as ${sql.raw(`o${at}`)}`] : []),
  ]);
  const shown = dimensions.flatMap(({ field }, at) => {
    const [value, code, order] = ['v', 'c', 'o'].map((letter) => sql.raw(`${letter}${at}`)) as [SQL, SQL, SQL];
    return [
      hasCode(field) ? sql`${code}, any_value(${value}) as ${value}` : value,
      ...(ordersItself(field) ? [sql`any_value(${order}) as ${order}`] : []),
    ];
  });
  const keys = dimensions.map(({ field }, at) => sql.raw(`${hasCode(field) ? 'c' : 'v'}${at}`));
  const amount = sql.raw('m');
  const sums = measure.field
    ? sql`count(m) as filled, sum(m) as total, min(m) as low, max(m) as high`
    : sql`count(*) as filled, null::numeric as total, null::numeric as low, null::numeric as high`;
  return sql`select ${sql.join(shown, sql`, `)}, count(*) as n, ${sums}
    from (select ${sql.join([...read, ...(measure.field ? [sql`${measure.field.value}::numeric as ${amount}`] : [])], sql`, `)}
      from ${subject.from} ${joinsFor(usable, [...narrowing, ...fields, ...(measure.field ? [measure.field] : [])])}
      where ${where}) found
    group by ${sql.join(keys, sql`, `)}`;
}

/** The groups of a dimension in their order; a value that is written in several ways has the most frequent one. */
function headsOf(_: Dimension, at: number): SQL {
  const [k, v, c, o, f, t, x] = ['k', 'v', 'c', 'o', 'f', 't', 'x'].map((letter) => sql.raw(`${letter}${at}`));
  return sql`select coalesce(json_agg(json_build_object('key', key, 'label', label, 'codes', codes, 'from', since, 'to', until)
      order by key is null, place nulls last, key collate "C"), '[]')
    from (select key, (array_agg(form order by n desc, form collate "C"))[1] as label, min(place) as place,
        array_agg(distinct code) as codes, min(since) as since, max(until) as until
      from (select ${k} as key, ${v} as form, ${c} as code, min(${o}) as place, min(${f}) as since, max(${t}) as until, sum(n) as n
        from cut where not ${x} group by ${k}, ${v}, ${c}) forms group by key) heads`;
}

/** The words of a group, as a graph shows them. */
export function labelOf({ field, step }: Dimension, { key, label }: Head, currency: string): string {
  if (key === null) return 'None';
  if (step === 'term') return key === outsideTerms ? 'Outside terms' : label!;
  if (step) return dayLabel(key, step);
  if (field.type === 'money') return money(Number(key), currency);
  if (field.type === 'yesNo') return key === 'true' ? 'Yes' : 'No';
  return (field.type === 'text' || field.type === 'choice' ? label : key)?.trim() || 'Blank';
}

const dayLabel = (key: string, step: 'day' | 'week' | 'month') => {
  const day = dateText(key);
  if (step === 'month') return day.replace(/^\d+ /, '');
  return step === 'week' ? `${weekOf}${day}` : day;
};

/** The last day of what begins on a day. */
const lastDayOf = (from: string, step: 'day' | 'week' | 'month') => addDays(nextOf(from, step), -1);

/** The day, week or month after another. */
function nextOf(from: string, step: 'day' | 'week' | 'month'): string {
  if (step !== 'month') return addDays(from, step === 'week' ? 7 : 1);
  const [year, month] = from.split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

/** Longer gaps are left out: the first of the years since 1970 tells nothing. */
const longestSeries = 120;

/** Days, weeks or months with those between in which there was nothing, so that a line shows it. */
export function withGaps({ step }: Dimension, heads: Head[]): Head[] {
  if (!step || step === 'term') return heads;
  const known = new Map(heads.flatMap((head) => (head.key === null ? [] : [[head.key, head] as const])));
  const keys = [...known.keys()];
  const filled: Head[] = [];
  for (let key = keys[0]; key !== undefined && key <= keys.at(-1)!; key = nextOf(key, step)) {
    filled.push(known.get(key) ?? { key, label: null, codes: [], from: null, to: null });
    if (filled.length > longestSeries) return heads;
  }
  return [...filled, ...heads.filter((head) => head.key === null)];
}

/** Whether days, weeks or months are missing between some that follow one another in a graph. */
export function skipsDates({ step }: Dimension, heads: readonly (Head | null)[]): boolean {
  if (!step || step === 'term') return false;
  const keys = heads.flatMap((head) => head?.key ?? []);
  return keys.some((key, at) => at > 0 && nextOf(keys[at - 1]!, step) !== key);
}

/** The filter that finds the rows of a group; null where no comparison does. */
export function ruleOf({ field, step }: Dimension, { key, label, codes, from, to }: Head): Rule | null {
  const rule = (operator: Rule['operator'], ...values: string[]): Rule => ({
    field: field.key,
    operator,
    values,
    ask: false,
  });
  if (field.type === 'yesNo') return rule(key === 'true' ? 'yes' : 'no');
  if (key === null) return codes.every((code) => code === null) ? rule('empty') : null;
  if (step === 'term') return key === outsideTerms ? null : rule('between', from!, to!);
  if (step) return rule('between', key, lastDayOf(key, step));
  switch (field.type) {
    case 'choice':
      return codes.length <= mostCodes && !codes.includes(null) ? rule('one_of', ...(codes as string[])) : null;
    case 'text':
      return label!.trim() === label && label !== '' && label!.length <= 200 ? rule('is', label!) : null;
    default:
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(key) ? rule('is', key) : null;
  }
}

/** More would not fit in an address. */
const mostCodes = 40;

/** Filters that are met by rows that meet others and all of these rules; null if they are too many for a report. */
export function narrowedBy({ joined, groups }: ReportFilters, rules: readonly Rule[]): ReportFilters | null {
  if (rules.length === 0) return { joined, groups };
  const narrowed: ReportFilters =
    joined === 'and' || groups.length < 2
      ? { joined: 'and', groups: [...groups, { joined: 'and', rules: [...rules] }] }
      : { joined, groups: alternativesOf(groups).map((group) => ({ joined: 'and', rules: [...group, ...rules] })) };
  const count = narrowed.groups.reduce((sum, group) => sum + group.rules.length, 0);
  return narrowed.groups.length <= 12 && count <= mostRules ? narrowed : null;
}

/** Groups of which any can be met, each with rules that all must be. */
const alternativesOf = (groups: ReportFilters['groups']): Rule[][] =>
  groups.flatMap(({ joined, rules }) => (joined === 'and' ? [rules] : rules.map((rule) => [rule])));
