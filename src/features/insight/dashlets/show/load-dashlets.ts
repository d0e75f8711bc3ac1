import { institutionsInView, type Actor, membershipIn } from '#kernel/actor.ts';
import type { ReadyDashlet, DashletView } from '#kernel/contracts/dashlet.ts';
import { type Db, query } from '#kernel/database.ts';
import { memoizeForActor, peek } from '#kernel/database/memoize-for-actor.ts';
import type { Backups } from '#kernel/backup/nightly.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { findSmallGraph, type GraphToCount } from '#features/insight/reports/graphs/run/small-graph.ts';
import type { DashletItem, DashletContent, ShownDashlet, CustomDashlet } from '../dashlets.ts';
import { today as todayIn, formatDay } from '#kernel/dates.ts';
import {
  readFilter,
  periodIn,
  type Period,
  within,
  seesSplit,
  associateOf,
  modelOf,
  seesType,
} from '../custom/data-offer.ts';
import { namedRecord } from '../custom/records.queries.ts';
import { figureView, listView, splitView, countedRows, type CountedRows } from '../custom/views.queries.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { CountedType } from '../custom/counted-type.ts';
import type { FastifyRequest } from 'fastify';
import { SignedOut } from '#kernel/errors.ts';

const gone = {
  state: 'gone',
  message: 'The records of this card no longer exist, or you don’t have access.',
} as const;
const all = { name: '', isPast: false };
const noAccess = { state: 'no access', message: 'You don’t have permission to see this.' } as const;

/** A custom dashlet for its viewer: all queries are sent at once, and each starts at what the viewer can see. */
async function loadCustom(db: Db, actor: Actor, institutionId: number, custom: CustomDashlet): Promise<DashletContent> {
  const { model_name, model_record: record, model_associate_type, data_filter, shown_as, split_by } = custom;
  const model = modelOf(model_name);
  const type = associateOf(model_associate_type);
  const place = membershipIn(actor, institutionId);
  if (!model || !type || !place || !model.associates.includes(model_associate_type)) return gone;
  if (!seesType(actor, type, institutionId) || !seesType(actor, model.type, institutionId)) return noAccess;
  const today = todayIn(place.timeZone);
  const split = split_by !== null && Object.hasOwn(type.splits, split_by) ? type.splits[split_by] : undefined;
  if (split && !seesSplit(actor, split, institutionId)) return noAccess;
  const rows = countedRows(type, custom, { actor, institutionId, today });
  if (!rows) return gone;
  const viewOf = (): Promise<DashletView> | null => {
    if (shown_as === 'figure') return figureView(db, rows, place.currency);
    if (shown_as === 'list') return listView(db, rows);
    if (shown_as === 'line' && type.day) return lineView(db, rows, data_filter, today);
    if (shown_as === 'calendar' && type.day) return calendarView(db, rows, today);
    return split && (shown_as === 'bars' || shown_as === 'donut') ? splitView(db, actor, rows, shown_as, split) : null;
  };
  // Counting reads every row. A list reads a few, and what is listed has just been added perhaps.
  const loading =
    shown_as === 'list'
      ? viewOf()
      : memoizeForActor(actor, `dashlets.custom ${institutionId} ${today} ${JSON.stringify(custom)}`, async () =>
          viewOf(),
        );
  if (!loading) return gone;
  const [view, named] = await Promise.all([
    loading,
    record === null ? all : namedRecord(db, actor, model, { institutionId, record }),
  ]);
  if (named === null || view === null) return gone;
  const read = readFilter(type, data_filter)!;
  const href = type.list?.({ model: model_name, record, isPast: named.isPast, ...read }) ?? null;
  return { state: 'shown', view: href ? { ...view, href } : view };
}

const units: Record<Period | 'none', 'day' | 'week' | 'month'> = {
  today: 'day',
  week: 'day',
  month: 'day',
  term: 'week',
  session: 'month',
  none: 'month',
};

/** Rows by day, week or month: over the period, else over the last twelve months. */
async function lineView(db: Db, rows: CountedRows, filter: string, today: string): Promise<DashletView> {
  const { type, where, span } = rows;
  const read = readFilter(type, filter);
  const unit = units[(read && periodIn(read)) ?? 'none'];
  const from = span?.from ?? sql`(date_trunc('month', ${today}::timestamp) - interval '11 months')::date`;
  // What is to come has no rows yet.
  const to = span ? sql`least(${span.to}, ${today}::date)` : sql`${today}::date`;
  const step = sql.raw(`'1 ${unit}'`);
  const truncated = (day: SQL) => sql`date_trunc(${sql.raw(`'${unit}'`)}, ${day}::timestamp)`;
  const found = await query<{ day: string; value: number }>(db)`
    with counted as (select ${truncated(type.day!)} as at, count(*)::int as value from ${type.from}
      where ${where} and ${within(type.day!, { from, to })} group by 1)
    select to_char(s.at, 'YYYY-MM-DD') as day, coalesce(c.value, 0) as value
    from generate_series(${truncated(from)}, ${truncated(to)}, interval ${step}) s(at) left join counted c using (at) order by s.at`;
  const named = (day: string) => (unit === 'month' ? formatDay(day).slice(-8).trim() : formatDay(day).slice(0, -5));
  return { as: 'line', points: found.map(({ day, value }) => ({ label: named(day), value })) };
}

/** The days of this month that have rows. */
async function calendarView(db: Db, rows: CountedRows, today: string): Promise<DashletView> {
  const { type, where } = rows;
  const start = sql`date_trunc('month', ${today}::timestamp)::date`;
  const month = { from: start, to: sql`(${start} + interval '1 month' - interval '1 day')::date` };
  const found = await query<{ day: string; value: number }>(db)`
    select ${type.day!}::text as day, count(*)::int as value from ${type.from}
    where ${where} and ${within(type.day!, month)} group by 1 order by 1`;
  return { as: 'calendar', days: found.map(({ day, value }) => ({ day, label: wordsFor(type, value) })) };
}

const wordsFor = ({ one, many }: CountedType, value: number) => `${value} ${value === 1 ? one : many}`;

/** What there is to show, and what ready-made dashlets may ask besides the database. */
interface Offer {
  ready: readonly ReadyDashlet[];
  /** What graphs are made of. */
  reports: Required<ReportParts>;
  backups?: Backups;
}

/** A dashlet, of which some are counted in a second trip. */
type FoundDashlet = Omit<ShownDashlet, 'loaded'> & { loaded: DashletContent | GraphToCount };

/**
 * The dashlets of a page for their viewer, all in one trip but the figures of graphs. One that fails says so and leaves the others; if the
 * database refuses a statement, `readDashlets` loads each by itself.
 */
const loadDashlets = (offer: Offer, db: Db, actor: Actor, institutionId: number, items: readonly DashletItem[]) =>
  Promise.all(
    items.map(async (item) => ({
      ...item,
      ...wordsOf(offer, item),
      loaded: await loadOne(offer, db, actor, institutionId, item),
    })),
  );

/** The same without figures, for a page that asks for them later. */
export const namedDashlets = (offer: Offer, items: readonly DashletItem[]): Omit<ShownDashlet, 'loaded'>[] =>
  items.map((item) => ({ ...item, ...wordsOf(offer, item) }));

/** In milliseconds, for figures that aren't remembered for longer: of many users' homes, most are opened again. */
const keptFor = 15_000;

const failed = {
  state: 'failed',
  message: 'This card couldn’t be loaded. Refresh it in a moment.',
} as const satisfies DashletContent;

async function loadOne(
  offer: Offer,
  db: Db,
  actor: Actor,
  institutionId: number,
  item: DashletItem,
): Promise<DashletContent | GraphToCount> {
  const { custom, graph } = item;
  if (custom) return loadCustom(db, actor, institutionId, custom);
  if (graph) return findSmallGraph(db, actor, offer.reports, { institutionId, ...graph });
  const ready = readyOf(offer, item);
  if (!ready) return { state: 'gone', message: 'This card is no longer available.' };
  if (institutionsInView(actor, institutionId, ...ready.may).length === 0)
    return { state: 'no access', message: 'You don’t have permission to see this.' };
  const load = () => ready.load(db, actor, institutionId, offer);
  return shownView(
    ready,
    await (ready.isLive ? load() : memoizeForActor(actor, keyOf(ready, institutionId), load, keptFor)),
  );
}

const keyOf = ({ key }: ReadyDashlet, institutionId: number) => `dashlets.ready ${key} ${institutionId}`;

const shownView = ({ empty = 'Nothing to show.' }: ReadyDashlet, view: DashletView | null): DashletContent =>
  view ? { state: 'shown', view } : { state: 'empty', message: empty };

/** The dashlets if all are remembered, which saves the trip to the database; else null. */
function rememberedDashlets(offer: Offer, actor: Actor, institutionId: number, items: readonly DashletItem[]) {
  const found = items.map((item) => {
    const ready = item.custom || item.graph ? undefined : readyOf(offer, item);
    const view = ready && peek<DashletView | null>(actor, keyOf(ready, institutionId), keptFor);
    return ready && view && { ...item, ...wordsOf(offer, item), ready, view };
  });
  if (!found.every((one) => one !== undefined)) return null;
  return Promise.all(
    found.map(async ({ ready, view, ...item }) => ({ ...item, loaded: shownView(ready, await view) })),
  );
}

const readyOf = ({ ready }: Offer, { kind }: DashletItem) => ready.find(({ key }) => key === kind);

function wordsOf(offer: Offer, item: DashletItem): { label: string; description: string | null } {
  const found = readyOf(offer, item);
  return { label: item.name ?? found?.label ?? 'Card', description: found?.description ?? null };
}

/** Counts what was found to be counted. */
const countDashlets = (db: Db, actor: Actor, found: readonly FoundDashlet[]): Promise<ShownDashlet[]> =>
  Promise.all(
    found.map(async ({ loaded, ...dashlet }) => ({
      ...dashlet,
      loaded: loaded.state === 'to count' ? await loaded.count(db, actor) : loaded,
    })),
  );

const isCounted = (found: readonly FoundDashlet[]): found is ShownDashlet[] =>
  found.every(({ loaded }) => loaded.state !== 'to count');

export const offerOf = ({ server }: FastifyRequest): Offer => ({
  ready: server.product.dashlets,
  reports: server.product.reports,
  backups: server.services.backups,
});

/**
 * The dashlets in one read, or two where graphs are counted. The statements of a read are one transaction: if one is refused, each dashlet is read by
 * itself, so that the others are still shown.
 */
export async function readDashlets(request: FastifyRequest, institutionId: number, items: readonly DashletItem[]) {
  const offer = offerOf(request);
  const read = async (some: readonly DashletItem[]) => {
    const found = await request.readReplica((db, actor) => loadDashlets(offer, db, actor, institutionId, some));
    return isCounted(found) ? found : request.readReplica((db, actor) => countDashlets(db, actor, found));
  };
  try {
    return await (rememberedDashlets(offer, request.actor, institutionId, items) ?? read(items));
  } catch (error) {
    // Leads to the sign-in page.
    if (error instanceof SignedOut) throw error;
    request.log.warn({ err: error }, 'cards could not be read together');
    return Promise.all(
      items.map(async (item) => {
        try {
          return (await read([item]))[0]!;
        } catch (reason) {
          request.log.error({ err: reason, kind: item.kind }, 'a card could not be read');
          return { ...namedDashlets(offer, [item])[0]!, loaded: failed };
        }
      }),
    );
  }
}
