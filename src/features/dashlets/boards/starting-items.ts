import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import type { DashletItem } from '../dashlets.ts';

const startingWith = 8;

/** What somebody sees whose page nobody has arranged: the first ready-made dashlets with something for them. */
export const startingItems = (ready: readonly ReadyDashlet[], actor: Actor, institutionId: number): DashletItem[] =>
  ready
    .filter(({ may }) => institutionsInView(actor, institutionId, ...may).length > 0)
    .slice(0, startingWith)
    .map(({ key, size }) => ({ id: null, kind: key, name: null, size, custom: null }));
