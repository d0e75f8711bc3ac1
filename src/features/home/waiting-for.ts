import type { Actor } from '#kernel/actor.ts';
import type { DashletServices, WaitingItem, WaitingWork } from '#kernel/contracts/dashlet.ts';
import type { Db } from '#kernel/database.ts';

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
  const found = (await Promise.all(concerns.map((work) => work.load(db, actor, wanted, services)))).flat();
  const open = found.filter(({ count }) => count > 0);
  return [...open.filter(({ isUrgent }) => isUrgent), ...open.filter(({ isUrgent }) => !isUrgent)];
}
