import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import type { Db } from '#kernel/database.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import type { Backups } from '#kernel/backup/nightly.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { findSmallGraph, type GraphToCount } from '#features/insight/reports/graphs/run/small-graph.ts';
import { loadCustom } from '../custom/load-custom.ts';
import type { DashletItem, Loaded, ShownDashlet } from '../dashlets.ts';

/** What there is to show, and what ready-made dashlets may ask besides the database. */
export interface Offer {
  ready: readonly ReadyDashlet[];
  /** What graphs are made of. */
  reports: Required<ReportParts>;
  backups?: Backups;
}

/** A dashlet, of which some are counted in a second trip. */
export type FoundDashlet = Omit<ShownDashlet, 'loaded'> & { loaded: Loaded | GraphToCount };

/**
 * The dashlets of a page for their viewer, all in one trip but the figures of graphs. One that fails says so and leaves the others; if the
 * database refuses a statement, `readDashlets` loads each by itself.
 */
export const loadDashlets = (
  offer: Offer,
  db: Db,
  actor: Actor,
  institutionId: number,
  items: readonly DashletItem[],
): Promise<FoundDashlet[]> =>
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

export const failed = {
  state: 'failed',
  message: 'This dashlet couldn’t be loaded. Refresh it in a moment.',
} as const satisfies Loaded;

async function loadOne(
  offer: Offer,
  db: Db,
  actor: Actor,
  institutionId: number,
  { kind, custom, graph }: DashletItem,
): Promise<Loaded | GraphToCount> {
  if (custom) return loadCustom(db, actor, institutionId, custom);
  if (graph) return findSmallGraph(db, actor, offer.reports, { institutionId, ...graph });
  const ready = offer.ready.find(({ key }) => key === kind);
  if (!ready) return { state: 'gone', message: 'This dashlet is no longer available.' };
  if (institutionsInView(actor, institutionId, ...ready.may).length === 0)
    return { state: 'no access', message: 'You don’t have permission to see this.' };
  const load = () => ready.load(db, actor, institutionId, offer);
  const key = `dashlets.ready ${kind} ${institutionId}`;
  const view = await (ready.isLive ? load() : memoizeForActor(actor, key, load, keptFor));
  return view ? { state: 'shown', view } : { state: 'empty', message: ready.empty ?? 'Nothing to show.' };
}

function wordsOf({ ready }: Offer, { kind, name }: DashletItem): { label: string; description: string | null } {
  const found = ready.find(({ key }) => key === kind);
  return { label: name ?? found?.label ?? 'Dashlet', description: found?.description ?? null };
}

/** Counts what was found to be counted. */
export const countDashlets = (db: Db, actor: Actor, found: readonly FoundDashlet[]): Promise<ShownDashlet[]> =>
  Promise.all(
    found.map(async ({ loaded, ...dashlet }) => ({
      ...dashlet,
      loaded: loaded.state === 'to count' ? await loaded.count(db, actor) : loaded,
    })),
  );

export const isCounted = (found: readonly FoundDashlet[]): found is ShownDashlet[] =>
  found.every(({ loaded }) => loaded.state !== 'to count');
