import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { ListChoice, newWord, openList, refuseKnown } from './open-list.ts';

export const AddWord = ListChoice.extend({ name: newWord });

/** The most values a list can have. */
const atMost = 500;

/** Adds a value at the end of a list. */
export async function addWord(tx: Tx, actor: Actor, input: z.infer<typeof AddWord>): Promise<void> {
  const { institutionId, list, name } = input;
  const words = await openList(tx, actor, input);
  await refuseKnown(tx, input, name);
  if (words.length >= atMost)
    throw new ValidationError('name', `A list can have at most ${atMost} values. Delete or merge some.`);
  const position = Math.max(0, ...words.map(({ position: place }) => place)) + 1;
  await tx.insert(lists[list]).values({ institutionId, name, position });
  await record(tx, actor, 'lookups.add', {
    institutionId,
    summary: `added ${name} to ${listWords[list].title.toLowerCase()}`,
    details: { list, word: name },
  });
}
