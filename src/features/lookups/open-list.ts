import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { listKeys } from './list-words.ts';
import { lists } from './lookups.schema.ts';

export const ListChoice = z.object({ institutionId: id, list: z.enum(listKeys, 'Choose a list.') });
export type ListChoice = z.infer<typeof ListChoice>;

/** A word as it stands in the list. */
export const WordChoice = ListChoice.extend({ word: z.string().min(1).max(80) });
export type WordChoice = z.infer<typeof WordChoice>;

/** What a person types as one. */
export const newWord = line(80, 'The word');

/** The words of a list, for a change: locked, so that two people change it one after the other. */
export async function openList(tx: Tx, actor: Actor, { institutionId, list }: ListChoice) {
  allow(actor, 'lookups.edit', institutionId);
  const table = lists[list];
  const mine = eq(table.institutionId, institutionId);
  // Not by their places, which is what two people may be changing.
  await tx.select({ name: table.name }).from(table).where(mine).orderBy(asc(table.name)).for('no key update');
  return tx
    .select({ name: table.name, position: table.position, retiredAt: table.retiredAt })
    .from(table)
    .where(mine)
    .orderBy(asc(table.position), asc(table.name));
}

/** One word of them; NotFound when somebody has renamed or deleted it meanwhile. */
export async function openWord(tx: Tx, actor: Actor, choice: WordChoice) {
  const words = await openList(tx, actor, choice);
  const word = words.find(({ name }) => name === choice.word);
  if (!word) throw new NotFound('word in the list');
  return { word, words };
}

export const whereWord = ({ institutionId, list }: ListChoice, word: string) =>
  and(eq(lists[list].institutionId, institutionId), eq(lists[list].name, word));

/** Refuses a word that the list has already, in whatever spelling. */
export async function refuseKnown(tx: Tx, { institutionId, list }: ListChoice, name: string, except?: string) {
  const table = lists[list];
  const [known] = await tx
    .select({ name: table.name, retiredAt: table.retiredAt })
    .from(table)
    .where(
      and(eq(table.institutionId, institutionId), sql`akada_searchable(${table.name}) = akada_searchable(${name})`),
    );
  if (!known || known.name === except) return;
  const way = except
    ? 'To make one of both, combine them.'
    : known.retiredAt
      ? 'It is retired: bring it back instead.'
      : 'Nothing is left to do.';
  throw new Refused('name', `${known.name} is in the list already. ${way}`);
}
