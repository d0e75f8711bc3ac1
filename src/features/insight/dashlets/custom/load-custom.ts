import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { DashletView } from '#kernel/contracts/dashlet.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import type { Db } from '#kernel/database.ts';
import type { CustomDashlet, Loaded } from '../dashlets.ts';
import { readFilter } from './data-filters.ts';
import { seesSplit } from './offer.ts';
import { calendarView, lineView } from './day-views.queries.ts';
import { namedRecord } from './records.queries.ts';
import { associateOf, modelOf, seesType } from './registry.ts';
import { countedRows } from './rows-of.ts';
import { figureView, listView, splitView } from './views.queries.ts';

const gone = {
  state: 'gone',
  message: 'What this dashlet is about no longer exists, or you don’t have access.',
} as const;
const all = { name: '', isPast: false };
const noAccess = { state: 'no access', message: 'You don’t have permission to see this.' } as const;

/** A custom dashlet for its viewer: all queries are sent at once, and each starts at what the viewer can see. */
export async function loadCustom(db: Db, actor: Actor, institutionId: number, custom: CustomDashlet): Promise<Loaded> {
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
