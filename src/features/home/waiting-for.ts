import type { Actor } from '#kernel/actor.ts';
import type { WaitingItem } from '#kernel/contracts/dashlet.ts';
import type { Db } from '#kernel/database.ts';
import type { Product } from '#web/feature.ts';

/** What needs this person's act, from all features, the urgent first. */
export async function waitingFor(
  db: Db,
  actor: Actor,
  { waiting }: Pick<Product, 'waiting'>,
  wanted: number | undefined,
): Promise<WaitingItem[]> {
  const inView = actor.institutions.filter(({ id }) => wanted === undefined || id === wanted);
  const concerns = waiting.filter(
    ({ may }) => may === 'signedIn' || inView.some(({ permissions }) => may.some((one) => permissions.has(one))),
  );
  const found = (await Promise.all(concerns.map((work) => work.load(db, actor, wanted)))).flat();
  const some = found.filter(({ count }) => count > 0);
  return [...some.filter(({ isUrgent }) => isUrgent), ...some.filter(({ isUrgent }) => !isUrgent)];
}
