import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { rowParts, type Part } from '#kernel/edit.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import type { SessionFields } from './session-fields.ts';
import { terms } from './structure.schema.ts';

interface Session {
  institutionId: number;
  id: number;
}

/** A term as the form sends it; the page gives the same back as what the form was opened with. */
export const termInForm = ({
  id,
  name,
  startsOn,
  endsOn,
  isCurrent,
}: Omit<SessionFields['terms']['kept'][number], 'key'>) => ({
  ...{ id, name, startsOn, endsOn },
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

/** Each term that is or was there, to be decided by itself. New ones are nobody else's. */
export function termParts(opened: unknown, { kept, destroyed }: SessionFields['terms'], current: TermInForm[]): Part[] {
  const before = (opened ?? {}) as Record<string, unknown>;
  const now = byId(current);
  const gone = new Set(destroyed.map(String));
  const named = byId(kept.filter(({ id }) => id !== null).map(termInForm));
  // What the form does not speak of at all stays.
  const rest = Object.fromEntries(
    Object.entries({ ...now, ...before }).filter(([id]) => !(id in named) && !gone.has(id)),
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

/** The terms to write: as the form has those that its person changed, else as they are now. */
export function mergedTerms(
  { kept, destroyed }: SessionFields['terms'],
  current: TermInForm[],
  touched: Set<string>,
): SessionFields['terms'] {
  const isTouched = (id: number | null) => id === null || touched.has(`terms.${id}`);
  const now = new Set(current.map(({ id }) => id));
  const mine = kept
    .filter(({ id }) => isTouched(id))
    // Somebody has removed it, and its person wants it all the same.
    .map((term) => (term.id !== null && !now.has(term.id) ? { ...term, id: null } : term));
  const named = new Set([...mine.map(({ id }) => id), ...destroyed.filter(isTouched)]);
  const others = current
    .filter(({ id }) => !named.has(id))
    .map(({ is_current: isCurrent, ...term }) => ({ ...term, isCurrent, key: String(term.id) }));
  return {
    kept: [...mine, ...others].sort((one, other) => one.startsOn.localeCompare(other.startsOn)),
    destroyed: destroyed.filter((id) => isTouched(id) && now.has(id)),
  };
}

/** Writes the terms of a session as the form has them: removed, changed and new ones, in the order of their dates. */
export async function writeTerms(tx: Tx, session: Session, { kept, destroyed }: SessionFields['terms']): Promise<void> {
  const { institutionId, id: sessionId } = session;
  const mine = and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId));
  const known = new Set((await tx.select({ id: terms.id }).from(terms).where(mine)).map((term) => term.id));
  const named = kept.flatMap((term) => term.id ?? []);
  if ([...named, ...destroyed].some((id) => !known.has(id))) throw new NotFound('term');
  if (destroyed.length) await tx.delete(terms).where(and(mine, inArray(terms.id, destroyed)));
  if (kept.some((term) => term.isCurrent))
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), eq(terms.isCurrent, true)));
  // Two terms that swap their names would meet half-way.
  for (const id of named)
    await tx
      .update(terms)
      .set({ name: `· ${id}` })
      .where(and(mine, eq(terms.id, id)));
  for (const [at, { id, name, startsOn, endsOn, isCurrent }] of kept.entries()) {
    const values = { name, startsOn, endsOn, isCurrent, position: at + 1 };
    if (id)
      await tx
        .update(terms)
        .set(values)
        .where(and(mine, eq(terms.id, id)));
    else await tx.insert(terms).values({ ...values, institutionId, sessionId });
  }
}

/** The current term lies in the current session. */
export async function settleCurrentTerm(
  tx: Tx,
  { institutionId, id }: Session,
  isCurrent: boolean,
  { kept }: SessionFields['terms'],
): Promise<void> {
  const ticked = kept.find((term) => term.isCurrent);
  if (!isCurrent && ticked)
    throw new Refused(
      `terms.${ticked.key}.is_current`,
      `${ticked.name} cannot be the current term: its session is not the current one.`,
    );
  if (isCurrent)
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), ne(terms.sessionId, id), eq(terms.isCurrent, true)));
}
