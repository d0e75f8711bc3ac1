import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { newWord, openWord, refuseKnown, whereWord, WordChoice } from './open-list.ts';
import { countUses } from './word-uses.ts';

export const RenameWord = WordChoice.extend({ name: newWord });

/** Renames a value; foreign keys update it on all records. */
export async function renameWord(tx: Tx, actor: Actor, input: z.infer<typeof RenameWord>): Promise<number> {
  const { institutionId, list, word, name } = input;
  await openWord(tx, actor, input);
  if (name === word) return 0;
  await refuseKnown(tx, input, name, word);
  const people = await countUses(tx, institutionId, list, word);
  await tx.update(lists[list]).set({ name }).where(whereWord(input, word));
  await record(tx, actor, 'lookups.rename', {
    institutionId,
    summary: `renamed ${word} to ${name} in ${listWords[list].title.toLowerCase()}`,
    details: { list, changes: { name: { from: word, to: name } }, bearers: people },
  });
  return people;
}
