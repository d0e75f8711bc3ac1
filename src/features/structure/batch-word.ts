import { membershipIn, type Actor } from '#kernel/actor.ts';

const plain = {
  batch: 'batch',
  batches: 'batches',
  class: 'class',
  classes: 'classes',
  course: 'course',
  courses: 'courses',
};

/** What the institution calls a unit, within a sentence: 'class arm'. */
export const wordFor = (actor: Actor, institutionId: number, unit: keyof typeof plain): string =>
  (membershipIn(actor, institutionId)?.terminology[unit] ?? plain[unit]).toLowerCase();

/** A batch: 'class arm'. */
export const batchWord = (actor: Actor, institutionId: number): string => wordFor(actor, institutionId, 'batch');

/** Several of them: 'class arms'. */
export const batchesWord = (actor: Actor, institutionId: number): string => wordFor(actor, institutionId, 'batches');

/** Before anybody knows whose it is: the word of all the person's institutions, or the plain one where they differ. */
export function commonBatchWord(actor: Actor): string {
  const words = new Set(actor.institutions.map(({ id }) => batchWord(actor, id)));
  return words.size === 1 ? [...words][0]! : plain.batch;
}

/** 'a class arm', 'an arm'. */
export const withArticle = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
