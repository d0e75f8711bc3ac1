import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, Refused } from '#kernel/errors.ts';
import { bearers, listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { openWord, whereWord, WordChoice } from './open-list.ts';
import { countUses, moveBearers } from './word-uses.ts';

export const CombineWords = WordChoice.extend({
  into: z.string('Choose the word that stays.').min(1, 'Choose the word that stays.').max(80),
  /** How many were told to change. */
  bearers: z.coerce.number().int().min(0),
});

/** Makes one word of two: who bears the one bears the other from now on, and the one leaves the list. */
export async function combineWords(tx: Tx, actor: Actor, input: z.infer<typeof CombineWords>): Promise<number> {
  const { institutionId, list, word, into } = input;
  const { words } = await openWord(tx, actor, input);
  if (into === word || !words.some(({ name, retiredAt }) => name === into && !retiredAt))
    throw new Refused('into', 'Choose another word of the list that stays.');
  const count = await countUses(tx, institutionId, list, word);
  if (count !== input.bearers)
    throw new Conflict(`Meanwhile ${bearers(list, count)} would change. Load the page again, then combine.`);
  const moved = await moveBearers(tx, institutionId, list, word, into);
  await tx.delete(lists[list]).where(whereWord(input, word));
  await record(tx, actor, 'lookups.combine', {
    institutionId,
    summary: `combined ${word} with ${into} in ${listWords[list].title.toLowerCase()}: ${bearers(list, count)} changed`,
    details: { list, from: word, to: into, moved },
  });
  return count;
}
