import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import type { SessionFields } from './session-fields.ts';
import { terms } from './structure.schema.ts';

interface Session {
  institutionId: number;
  id: number;
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
