import { and, asc, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { sessionNameTaken } from './create-session.ts';
import { lockOpenSession, lockSiblingSessions } from '../lock-rows.ts';
import { makeCurrent } from './make-current.ts';
import { checkSession, SessionFields } from './session-fields.ts';
import { mergedTerms, settleCurrentTerm, termParts, termRows, writeTerms } from './session-terms.ts';
import { academicSessions, terms } from '../structure.schema.ts';
import { recordEdit } from '../record-change.ts';

export const EditSession = edits(SessionFields);

/** Edits a session, its terms and which session is current. */
export async function editSession(tx: Tx, actor: Actor, sessionId: number, sent: z.infer<typeof EditSession>) {
  await lockSiblingSessions(tx, actor, sessionId);
  const session = await lockOpenSession(tx, actor, sessionId);
  const { institutionId } = session;
  const termsNow = await termRows(tx, institutionId, sessionId);
  const parts = termParts(sent.opened['terms'], sent.terms, termsNow);
  const merged = await mergeEdit(tx, actor, {
    fields: EditSession,
    sent,
    current: { ...session, is_current: await currentChoice(tx, session) },
    subject: { institutionId, type: 'session', id: sessionId },
    together: [['startsOn', 'endsOn']],
    words: { is_current: (choice) => sessionInWords(tx, institutionId, choice === 'this' ? sessionId : choice) },
    more: parts,
  });
  const input = { ...merged.input, terms: mergedTerms(sent.terms, termsNow, merged.touched) };
  checkSession(input);
  const currentId = input.is_current === 'this' ? sessionId : input.is_current;
  if (!currentId && session.isCurrent)
    throw new ValidationError(
      'is_current',
      `${session.name} is the current session. Select another session as the current one.`,
    );
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

/** The session that the form shows as current. */
async function currentChoice(
  tx: Tx,
  { institutionId, id, isCurrent }: { institutionId: number; id: number; isCurrent: boolean },
) {
  if (isCurrent) return 'this';
  const [current] = await tx
    .select({ id: academicSessions.id })
    .from(academicSessions)
    .where(
      and(
        eq(academicSessions.institutionId, institutionId),
        eq(academicSessions.isCurrent, true),
        ne(academicSessions.id, id),
      ),
    );
  return current?.id ?? null;
}

async function sessionInWords(tx: Tx, institutionId: number, choice: unknown): Promise<string> {
  const [session] = await tx
    .select({ name: academicSessions.name })
    .from(academicSessions)
    .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.id, Number(choice) || 0)));
  return session?.name ?? '';
}

const termsOf = (tx: Tx, institutionId: number, sessionId: number) =>
  tx
    .select({ name: terms.name, startsOn: terms.startsOn, endsOn: terms.endsOn, isCurrent: terms.isCurrent })
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId)))
    .orderBy(asc(terms.position));
