import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { openWord, whereWord, type WordChoice } from './open-list.ts';

/** Retires or restores a value. Retired values are no longer offered, but kept on existing records. */
export async function retireWord(tx: Tx, actor: Actor, input: WordChoice, isRetired: boolean): Promise<void> {
  const { institutionId, list, word: name } = input;
  const { word } = await openWord(tx, actor, input);
  if (Boolean(word.retiredAt) === isRetired) return;
  await tx
    .update(lists[list])
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(whereWord(input, name));
  const title = listWords[list].title.toLowerCase();
  await record(tx, actor, isRetired ? 'lookups.retire' : 'lookups.restore', {
    institutionId,
    summary: isRetired ? `archived ${name} in ${title}` : `restored ${name} in ${title}`,
    details: { list, word: name },
  });
}
