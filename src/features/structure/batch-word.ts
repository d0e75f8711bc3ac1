import { membershipIn, type Actor } from '#kernel/actor.ts';

/** What the institution calls a batch, within a sentence: 'class arm'. */
export const batchWord = (actor: Actor, institutionId: number): string =>
  (membershipIn(actor, institutionId)?.terminology['batch'] ?? 'batch').toLowerCase();

/** Several of them: 'class arms'. */
export const batchesWord = (actor: Actor, institutionId: number): string =>
  (membershipIn(actor, institutionId)?.terminology['batches'] ?? 'batches').toLowerCase();
