import { and, asc, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused, refuseDuplicate } from '#kernel/errors.ts';
import { sessionNameTaken } from './create-session.ts';
import { lockOpenSession, lockSessionsBeside } from './lock-rows.ts';
import { makeCurrent } from './make-current.ts';
import { checkSession, type SessionFields } from './session-fields.ts';
import { settleCurrentTerm, writeTerms } from './session-terms.ts';
import { academicSessions, terms } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

/** Changes a session, its terms, and which session is the current one. */
export async function editSession(tx: Tx, actor: Actor, sessionId: number, input: SessionFields): Promise<void> {
  await lockSessionsBeside(tx, actor, sessionId);
  const session = await lockOpenSession(tx, actor, sessionId);
  checkSession(input);
  const { institutionId } = session;
  const currentId = input.is_current === 'this' ? sessionId : input.is_current;
  if (!currentId && session.isCurrent)
    throw new Refused('is_current', `${session.name} is the current session. Tick the one that takes its place.`);
  const termsBefore = await termsOf(tx, institutionId, sessionId);
  const { name, startsOn, endsOn } = input;
  await refuseDuplicate(
    tx
      .update(academicSessions)
      .set({ name, startsOn, endsOn })
      .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.id, sessionId))),
    sessionNameTaken(name),
  );
  const current = currentId ? await makeCurrent(tx, actor, institutionId, currentId) : { from: null, to: null };
  await settleCurrentTerm(tx, session, currentId === sessionId, input.terms);
  await writeTerms(tx, session, input.terms);
  await recordEdit(
    tx,
    actor,
    'structure.editSession',
    { institutionId, type: 'session', id: sessionId, name },
    {
      name: session.name,
      startsOn: session.startsOn,
      endsOn: session.endsOn,
      currentSession: current.from,
      terms: termsBefore,
    },
    { name, startsOn, endsOn, currentSession: current.to, terms: await termsOf(tx, institutionId, sessionId) },
  );
}

const termsOf = (tx: Tx, institutionId: number, sessionId: number) =>
  tx
    .select({ name: terms.name, startsOn: terms.startsOn, endsOn: terms.endsOn, isCurrent: terms.isCurrent })
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId)))
    .orderBy(asc(terms.position));
