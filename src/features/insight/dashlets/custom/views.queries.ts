import { sql, type SQL } from 'drizzle-orm';
import { firstOf } from '#kernel/database/bounded.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { mostParts } from '../shared/ring.ts';
import type { Split, CountedType } from './counted-type.ts';
import { within, periodIn, readFilter, spanOf, type Span } from './data-offer.ts';
import type { DashletPoint, DashletView } from '#kernel/contracts/dashlet.ts';
import { minGroupSize } from '#kernel/min-group-size.ts';
import type { CustomDashlet } from '../dashlets.ts';

const marksShown = 12;
const rowsShown = 6;

/** How many rows there are, against the same part of the period before. */
export async function figureView(db: Db, rows: CountedRows, currency: string): Promise<DashletView> {
  const { type, where, span } = rows;
  const before = type.day && span?.before ? span.before : null;
  const inSpan = type.day && span ? within(type.day, span) : sql`true`;
  const either = before ? sql`(${inSpan} or ${within(type.day!, before)})` : inSpan;
  const [row] = await query<{ count: number; past: number | null; amount: number | null }>(db)`
    select count(*) filter (where ${inSpan})::int as count,
    ${before ? sql`count(*) filter (where ${within(type.day!, before)})::int` : sql`null::int`} as past,
    ${type.amount ? sql`coalesce(sum(${type.amount}) filter (where ${inSpan}), 0)::bigint` : sql`null::bigint`} as amount
    from ${type.from} where ${where} and ${either}`;
  const { count, past, amount } = row!;
  return {
    as: 'figure',
    value: count,
    ...(amount !== null && { hint: `${formatMoney({ minor: Number(amount), currency })} in total` }),
    ...(before && past !== null && { trend: trendOf(count, past, before.label) }),
  };
}

/** The latest rows, or the first ones by name. */
export async function listView(db: Db, rows: CountedRows): Promise<DashletView> {
  const { type } = rows;
  const found = await query<{ id: string; name: string; detail: string | null }>(db)`
    select ${type.id}::text as id, ${type.name} as name, ${type.detail} as detail from ${type.from}
    where ${allConditions(rows)} order by ${type.order} limit ${rowsShown + 1}`;
  const { rows: shown, isMore } = firstOf(found, rowsShown);
  return {
    as: 'list',
    ...(isMore && { hint: `The first ${rowsShown}.` }),
    points: shown.map(({ id, name, detail }) => ({
      label: name,
      value: 0,
      shown: detail ?? '',
      ...(type.href && { href: `${type.href}${id}` }),
    })),
  };
}

/** The largest groups in the order of their kind, if it has one, and all others as one: together they are the whole. */
export async function splitView(db: Db, actor: Actor, rows: CountedRows, as: 'bars' | 'donut', split: Split) {
  const { type } = rows;
  const { restricted } = split;
  const seen = restricted ? sql`and ${restricted.visible(actor)}` : sql``;
  const most = as === 'donut' ? mostParts : marksShown;
  const found = await query<{ label: string | null; value: number; groups: number }>(db)`
    with parts as (select ${split.by} as label, count(*)::int as value,
        ${split.order ? sql`min(${split.order})` : sql`null::int`} as place
      from ${type.from} where ${allConditions(rows)} ${seen} group by 1),
    ranked as (select *, row_number() over (order by value desc, label) as rank, count(*) over () as groups from parts),
    marked as (select *, groups <= ${most} or rank < ${most} as is_shown from ranked)
    select case when is_shown then label end as label, sum(value)::int as value, count(*)::int as groups from marked
    group by is_shown, case when is_shown then label end
    order by is_shown desc, min(place) nulls last, 2 desc, 1`;
  const points = found.map(({ label, value, groups }): DashletPoint => ({
    label: label ?? `${groups} others`,
    value,
  }));
  const told = restricted ? withoutSmall(points) : points;
  // A ring shows the number of all and each one's share of it.
  return { as: told.some(({ shown }) => shown !== undefined) ? 'bars' : as, points: told };
}

type Trend = Extract<DashletView, { as: 'figure' }>['trend'];

const grouped = new Intl.NumberFormat('en-GB');

/** '12 more than last week', as a comparison of counts: whether that is good depends on what is counted. */
function trendOf(now: number, past: number, before: string): NonNullable<Trend> {
  const more = now - past;
  if (more === 0) return { label: `As many as ${before}`, tone: 'even' };
  return { label: `${grouped.format(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${before}`, tone: 'even' };
}

/**
 * Groups of a restricted value without the numbers of small ones. So that these don't follow from the number of all,
 * the next larger groups are hidden too, until at least two groups and five people are.
 */
export function withoutSmall(points: readonly DashletPoint[]): DashletPoint[] {
  const hidden = new Set<DashletPoint>();
  let people = 0;
  for (const point of points.toSorted((a, b) => a.value - b.value)) {
    const isEnough = hidden.size === 0 || (hidden.size > 1 && people >= minGroupSize);
    if (point.value >= minGroupSize && isEnough) break;
    hidden.add(point);
    people += point.value;
  }
  if (hidden.size === 0) return [...points];
  return points.map((point) => ({
    ...point,
    ...(hidden.has(point) && {
      value: 0,
      shown: point.value < minGroupSize ? `Fewer than ${minGroupSize}` : `${minGroupSize} or more`,
    }),
  }));
}

/** The rows that a dashlet counts: what its viewer can see of what hangs on the record, by the filter. */
export interface CountedRows {
  type: CountedType;
  /** The conditions without the period. */
  where: SQL;
  span: Span | null;
}

interface Asked {
  actor: Actor;
  institutionId: number;
  today: string;
}

/** Null if the registry has no such combination. */
export function countedRows(
  type: CountedType,
  { model_name: model, model_record: record, data_filter: text }: CustomDashlet,
  { actor, institutionId, today }: Asked,
): CountedRows | null {
  const hanging = Object.hasOwn(type.of, model) ? type.of[model]! : null;
  const read = readFilter(type, text);
  if (!hanging || !read) return null;
  const period = periodIn(read);
  const conditions = [
    type.visible(actor, institutionId),
    record === null ? hanging.all : hanging.one(record),
    !period && read.filter !== 'all' && type.filters[read.filter]!.where(read.value),
  ].filter((one) => !!one);
  return {
    type,
    where: sql.join(
      conditions.map((one) => sql`(${one})`),
      sql` and `,
    ),
    span: period && spanOf(period, institutionId, today),
  };
}

/** With the period. */
const allConditions = ({ type, where, span }: CountedRows): SQL =>
  span && type.day ? sql`${where} and ${within(type.day, span)}` : where;
