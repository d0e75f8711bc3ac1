import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { bearers, listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { openWord, whereWord, type WordChoice } from './open-list.ts';
import { countUses, isReferredTo } from './word-uses.ts';

/** Deletes a value that is not in use. */
export async function deleteWord(tx: Tx, actor: Actor, input: WordChoice): Promise<void> {
  const { institutionId, list, word } = input;
  await openWord(tx, actor, input);
  const count = await countUses(tx, institutionId, list, word);
  if (count > 0)
    throw new ValidationError(
      'form',
      `${word} is in use by ${bearers(list, count)}. Archive it, or merge it into another value.`,
    );
  if (await isReferredTo(tx, institutionId, list, word))
    throw new ValidationError(
      'form',
      list === 'departments'
        ? `Messages were sent by ${word}. Archive it, or merge it into another department.`
        : `A fee or a discount is for ${word}. Archive it, or merge it into another value.`,
    );
  await tx.delete(lists[list]).where(whereWord(input, word));
  await record(tx, actor, 'lookups.delete', {
    institutionId,
    summary: `deleted ${word} from ${listWords[list].title.toLowerCase()}`,
    details: { list, word },
  });
}
