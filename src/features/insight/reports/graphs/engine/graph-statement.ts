import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { joinsFor } from '../../engine/compile.ts';
import type { CompiledGraph, Dimension } from './compile-graph.ts';
import { hasCode, keyOf, ordersItself, termsOf } from './group-keys.ts';
import type { Tally } from './measures.ts';

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

export interface Grouped {
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
export async function groupRows(db: Db, graph: CompiledGraph, most: readonly number[]): Promise<Grouped> {
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
