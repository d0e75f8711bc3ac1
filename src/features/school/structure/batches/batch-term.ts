import { membershipIn, type Actor } from '#kernel/actor.ts';

const plain = {
  batch: 'batch',
  batches: 'batches',
  class: 'class',
  classes: 'classes',
  course: 'course',
  courses: 'courses',
};

/** The institution's own term, for use in a sentence: 'class arm'. */
export const termFor = (actor: Actor, institutionId: number, unit: keyof typeof plain): string =>
  (membershipIn(actor, institutionId)?.terminology[unit] ?? plain[unit]).toLowerCase();

/** The term for a batch: 'class arm'. */
export const batchTerm = (actor: Actor, institutionId: number): string => termFor(actor, institutionId, 'batch');

/** The term for batches: 'class arms'. */
export const batchesTerm = (actor: Actor, institutionId: number): string => termFor(actor, institutionId, 'batches');

/** The term for a batch when its institution is unknown: the one all the actor's institutions use, else the default. */
export function commonBatchTerm(actor: Actor): string {
  const words = new Set(actor.institutions.map(({ id }) => batchTerm(actor, id)));
  return words.size === 1 ? [...words][0]! : plain.batch;
}
