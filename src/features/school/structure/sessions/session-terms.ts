import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { rowParts } from '#kernel/edit/decide.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import type { SessionFields } from './session-fields.ts';
import { terms } from '../structure.schema.ts';
import type { Part } from '#kernel/edit/conflict-words.ts';

interface Session {
  institutionId: number;
  id: number;
}

/** A term as its form sends and shows it. */
export const termInForm = ({
  id,
  name,
  startsOn,
  endsOn,
  isCurrent,
}: Omit<SessionFields['terms']['saved'][number], 'key'>) => ({
  id,
  name,
  startsOn,
  endsOn,
  is_current: isCurrent,
});
export type TermInForm = ReturnType<typeof termInForm>;

const byId = (rows: TermInForm[]) => Object.fromEntries(rows.map((row) => [String(row.id), row]));

export async function termRows(tx: Tx, institutionId: number, sessionId: number): Promise<TermInForm[]> {
  const rows = await tx
    .select({
      id: terms.id,
      name: terms.name,
      startsOn: terms.startsOn,
      endsOn: terms.endsOn,
      isCurrent: terms.isCurrent,
    })
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId)))
    .orderBy(asc(terms.position));
  return rows.map(termInForm);
}

/** Existing and removed terms as parts to merge one by one. New terms need no merge. */
export function termParts(
  opened: unknown,
  { saved, destroyed }: SessionFields['terms'],
  current: TermInForm[],
): Part[] {
  const before = (opened ?? {}) as Record<string, unknown>;
  const now = byId(current);
  const removed = new Set(destroyed.map(String));
  const named = byId(saved.filter(({ id }) => id !== null).map(termInForm));
  // Terms missing from the form are not changed.
  const rest = Object.fromEntries(
    Object.entries({ ...now, ...before }).filter(([id]) => !(id in named) && !removed.has(id)),
  );
  return rowParts('terms', { opened: { ...rest, ...before }, sent: { ...rest, ...named }, current: now }, (id) => ({
    label: now[id]?.name ?? named[id]?.name,
    words: termInWords,
  }));
}

const termInWords = (value: unknown) => {
  if (!value) return 'Removed';
  const { name, startsOn, endsOn, is_current: isCurrent } = value as TermInForm;
  return `${name}, ${formatDay(startsOn)} to ${formatDay(endsOn)}${isCurrent ? ', the current term' : ''}`;
};

/** The terms to save: as in the form if edited there, else as stored. */
export function mergedTerms(
  { saved, destroyed }: SessionFields['terms'],
  current: TermInForm[],
  touched: Set<string>,
): SessionFields['terms'] {
  const isTouched = (id: number | null) => id === null || touched.has(`terms.${id}`);
  const now = new Set(current.map(({ id }) => id));
  const edited = saved
    .filter(({ id }) => isTouched(id))
    // Removed by someone else meanwhile, but edited here: added again.
    .map((term) => (term.id !== null && !now.has(term.id) ? { ...term, id: null } : term));
  const named = new Set([...edited.map(({ id }) => id), ...destroyed.filter(isTouched)]);
  const others = current
    .filter(({ id }) => !named.has(id))
    .map(({ is_current: isCurrent, ...term }) => ({ ...term, isCurrent, key: String(term.id) }));
  return {
    saved: [...edited, ...others].sort((first, other) => first.startsOn.localeCompare(other.startsOn)),
    destroyed: destroyed.filter((id) => isTouched(id) && now.has(id)),
  };
}

/** Saves the terms of a session in the order of their dates: removed, edited and new ones. */
export async function writeTerms(
  tx: Tx,
  session: Session,
  { saved, destroyed }: SessionFields['terms'],
): Promise<void> {
  const { institutionId, id: sessionId } = session;
  const ofSession = and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId));
  const known = new Set((await tx.select({ id: terms.id }).from(terms).where(ofSession)).map((term) => term.id));
  const named = saved.flatMap((term) => term.id ?? []);
  if ([...named, ...destroyed].some((id) => !known.has(id))) throw new NotFound('term');
  if (destroyed.length) await tx.delete(terms).where(and(ofSession, inArray(terms.id, destroyed)));
  if (saved.some((term) => term.isCurrent))
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), eq(terms.isCurrent, true)));
  // Temporary names, in case two terms swap theirs.
  for (const id of named)
    await tx
      .update(terms)
      .set({ name: `· ${id}` })
      .where(and(ofSession, eq(terms.id, id)));
  for (const [at, { id, name, startsOn, endsOn, isCurrent }] of saved.entries()) {
    const values = { name, startsOn, endsOn, isCurrent, position: at + 1 };
    if (id)
      await tx
        .update(terms)
        .set(values)
        .where(and(ofSession, eq(terms.id, id)));
    else await tx.insert(terms).values({ ...values, institutionId, sessionId });
  }
}

/** Ensures that the current term is in the current session. */
export async function settleCurrentTerm(
  tx: Tx,
  { institutionId, id }: Session,
  isCurrent: boolean,
  { saved }: SessionFields['terms'],
): Promise<void> {
  const ticked = saved.find((term) => term.isCurrent);
  if (!isCurrent && ticked)
    throw new ValidationError(
      `terms.${ticked.key}.is_current`,
      `${ticked.name} can’t be the current term because its session isn’t current.`,
    );
  if (isCurrent)
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), ne(terms.sessionId, id), eq(terms.isCurrent, true)));
}
