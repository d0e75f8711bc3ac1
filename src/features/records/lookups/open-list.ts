import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { listKeys } from './list-words.ts';
import { lists } from './lookups.schema.ts';

export const ListChoice = z.object({ institutionId: id, list: z.enum(listKeys, 'Choose a list.') });
export type ListChoice = z.infer<typeof ListChoice>;

/** A value as spelled in the list. */
export const WordChoice = ListChoice.extend({ word: z.string().min(1).max(80) });
export type WordChoice = z.infer<typeof WordChoice>;

/** A new value. */
export const newWord = line(80, 'The value');

/** Locks and returns the values of a list, so that concurrent edits run one after the other. */
export async function openList(tx: Tx, actor: Actor, { institutionId, list }: ListChoice) {
  allow(actor, 'lookups.edit', institutionId);
  const table = lists[list];
  const ofInstitution = eq(table.institutionId, institutionId);
  // Not by position, which concurrent edits may change.
  await tx.select({ name: table.name }).from(table).where(ofInstitution).orderBy(asc(table.name)).for('no key update');
  return tx
    .select({ name: table.name, position: table.position, retiredAt: table.retiredAt })
    .from(table)
    .where(ofInstitution)
    .orderBy(asc(table.position), asc(table.name));
}

/** A value and its list; NotFound if it was renamed or deleted meanwhile. */
export async function openWord(tx: Tx, actor: Actor, choice: WordChoice) {
  const words = await openList(tx, actor, choice);
  const word = words.find(({ name }) => name === choice.word);
  if (!word) throw new NotFound('list value');
  return { word, words };
}

export const whereWord = ({ institutionId, list }: ListChoice, word: string) =>
  and(eq(lists[list].institutionId, institutionId), eq(lists[list].name, word));

/** Refuses a value that is already in the list, in any spelling. */
export async function refuseKnown(tx: Tx, { institutionId, list }: ListChoice, name: string, except?: string) {
  const table = lists[list];
  const [known] = await tx
    .select({ name: table.name, retiredAt: table.retiredAt })
    .from(table)
    .where(
      and(eq(table.institutionId, institutionId), sql`akada_searchable(${table.name}) = akada_searchable(${name})`),
    );
  if (!known || known.name === except) return;
  const advice = except
    ? 'Merge them instead.'
    : known.retiredAt
      ? 'It’s archived. Restore it instead.'
      : 'You don’t need to add it.';
  throw new ValidationError('name', `${known.name} is already in the list. ${advice}`);
}
