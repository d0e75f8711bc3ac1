import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { bearers, listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { openWord, whereWord, WordChoice } from './open-list.ts';
import { countUses, moveBearers } from './word-uses.ts';

export const MergeWords = WordChoice.extend({
  into: z.string('Choose the value to keep.').min(1, 'Choose the value to keep.').max(80),
  /** The number of affected records shown to the user. */
  bearers: z.coerce.number().int().min(0),
});

/** Merges a value into another: records with the one get the other, and the one is deleted. */
export async function mergeWords(tx: Tx, actor: Actor, input: z.infer<typeof MergeWords>): Promise<number> {
  const { institutionId, list, word, into } = input;
  const { words } = await openWord(tx, actor, input);
  if (into === word || !words.some(({ name, retiredAt }) => name === into && !retiredAt))
    throw new ValidationError('into', 'Choose a different value of the list to keep.');
  const count = await countUses(tx, institutionId, list, word);
  if (count !== input.bearers)
    throw new Conflict(`${bearers(list, count)} would now change. Reload the page, then merge again.`);
  const moved = await moveBearers(tx, institutionId, list, word, into);
  await tx.delete(lists[list]).where(whereWord(input, word));
  await record(tx, actor, 'lookups.combine', {
    institutionId,
    summary: `merged ${word} into ${into} in ${listWords[list].title.toLowerCase()}: ${bearers(list, count)} changed`,
    details: { list, from: word, to: into, moved },
  });
  return count;
}
