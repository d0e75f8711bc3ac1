import type { Actor } from '#kernel/actor.ts';

/** Whether the actor is a student or guardian anywhere. A hold withholds results from families alone. */
export const isFamily = (actor: Actor): boolean =>
  actor.institutions.some(({ studentIds, guardianIds }) => studentIds.length > 0 || guardianIds.length > 0);
