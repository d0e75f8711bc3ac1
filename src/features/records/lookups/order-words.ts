import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { listWords } from './list-words.ts';
import { lists } from './lookups.schema.ts';
import { ListChoice, openList, whereWord } from './open-list.ts';

export const OrderWords = ListChoice.extend({
  /** In the order of the editor. */
  words: z.array(z.string().max(80)).max(2000),
});

/** Sorts a list in the given order. Values added meanwhile and retired ones come last, in their existing order. */
export async function orderWords(tx: Tx, actor: Actor, input: z.infer<typeof OrderWords>): Promise<void> {
  const { institutionId, list, words } = input;
  const rows = await openList(tx, actor, input);
  const place = new Map(words.map((word, at) => [word, at]));
  const placeOf = ({ name }: { name: string }) => place.get(name) ?? words.length;
  const order = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (order.every((row, at) => row === rows[at])) return;
  for (const [at, { name, position }] of order.entries()) {
    if (position === at + 1) continue;
    await tx
      .update(lists[list])
      .set({ position: at + 1 })
      .where(whereWord(input, name));
  }
  await record(tx, actor, 'lookups.order', {
    institutionId,
    summary: `changed the order of ${listWords[list].title.toLowerCase()}`,
    details: { list, from: rows.map(({ name }) => name), to: order.map(({ name }) => name) },
  });
}
