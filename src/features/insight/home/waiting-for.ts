import type { Actor } from '#kernel/actor.ts';
import type { DashletServices, WaitingItem, WaitingWork } from '#kernel/contracts/dashlet.ts';
import type { Db } from '#kernel/database.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';

/** In milliseconds: the home is opened again and again. What the person does themselves is seen at once. */
const keptFor = 15_000;

/** What needs this person's act, from all features, the urgent first. */
export async function waitingFor(
  db: Db,
  actor: Actor,
  works: readonly WaitingWork[],
  wanted: number | undefined,
  services: DashletServices,
): Promise<WaitingItem[]> {
  const inView = actor.institutions.filter(({ id }) => wanted === undefined || id === wanted);
  const concerns = works.filter(
    ({ may }) => may === 'signedIn' || inView.some(({ permissions }) => may.some((one) => permissions.has(one))),
  );
  const load = async (some: readonly WaitingWork[]) =>
    Promise.all(some.map(async (work) => ({ work, items: await work.load(db, actor, wanted, services) })));
  const [live, others] = await Promise.all([
    load(concerns.filter(({ isLive }) => isLive)),
    memoizeForActor(actor, `home.waiting ${wanted}`, () => load(concerns.filter(({ isLive }) => !isLive)), keptFor),
  ]);
  const found = [...live, ...others].toSorted((one, other) => one.work.place - other.work.place);
  const open = found.flatMap(({ items }) => items).filter(({ count }) => count > 0);
  return [...open.filter(({ isUrgent }) => isUrgent), ...open.filter(({ isUrgent }) => !isUrgent)];
}
