import type { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { type Tx, hasKey, pick } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError, NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { lockSessionsOf, lockOpenSession, lockSiblingSessions } from '../lock-rows.ts';
import {
  checkSession,
  SessionFields,
  settleCurrentTerm,
  writeTerms,
  mergedTerms,
  termParts,
  termRows,
} from './session-fields.ts';
import { academicSessions, terms } from '../structure.schema.ts';
import { recordAction, recordEdit } from '../record-change.ts';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { accountName } from '#kernel/account-name.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { batchesTerm, batchTerm } from '../batches/batch-term.ts';
import { refuseInUse } from '../in-session.ts';

export const CreateSession = SessionFields.extend({ institutionId: id });

/** Adds an academic session with its terms. */
export async function createSession(tx: Tx, actor: Actor, input: z.infer<typeof CreateSession>): Promise<number> {
  const { institutionId, name, startsOn, endsOn } = input;
  allow(actor, 'structure.edit', institutionId);
  checkSession(input);
  await lockSessionsOf(tx, institutionId);
  const [row] = await refuseDuplicate(
    tx
      .insert(academicSessions)
      .values({ institutionId, name, startsOn, endsOn })
      .returning({ id: academicSessions.id }),
    sessionNameTaken(name),
  );
  const session = { institutionId, id: row!.id };
  const isCurrent = input.is_current === 'this';
  if (input.is_current) await makeCurrent(tx, actor, institutionId, isCurrent ? session.id : Number(input.is_current));
  await settleCurrentTerm(tx, session, isCurrent, input.terms);
  await writeTerms(tx, session, input.terms);
  const subject = { ...session, type: 'session' } as const;
  await recordAction(tx, actor, 'structure.createSession', subject, `added the session ${name}`, {
    startsOn,
    endsOn,
    isCurrent,
    terms: input.terms.saved.map((term) => term.name),
  });
  return session.id;
}

const sessionNameTaken = (name: string): Record<string, [string, string]> => ({
  academic_sessions_institution_id_name_key: [
    'name',
    `A session named ${name} already exists. Choose a different name.`,
  ],
});

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
      .where(hasKey(academicSessions, institutionId, sessionId)),
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
    { ...pick(session, 'name', 'startsOn', 'endsOn'), currentSession: current.from, terms: termsBefore },
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
    .where(hasKey(academicSessions, institutionId, Number(choice) || 0));
  return session?.name ?? '';
}

const termsOf = (tx: Tx, institutionId: number, sessionId: number) =>
  tx
    .select({ name: terms.name, startsOn: terms.startsOn, endsOn: terms.endsOn, isCurrent: terms.isCurrent })
    .from(terms)
    .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, sessionId)))
    .orderBy(asc(terms.position));

/**
 * Makes a session the current one instead of the other. The caller has locked all sessions of the institution, so
 * concurrent calls run one after the other.
 */
async function makeCurrent(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  sessionId: number,
): Promise<{ from: string | null; to: string }> {
  const here = eq(academicSessions.institutionId, institutionId);
  const [wanted] = await tx
    .select()
    .from(academicSessions)
    .where(and(here, eq(academicSessions.id, sessionId)));
  if (!wanted) throw new NotFound('academic session');
  if (wanted.closedAt)
    throw new ValidationError(
      'is_current',
      `${wanted.name} is closed. Reopen it before making it the current session.`,
    );
  const [before] = await tx
    .update(academicSessions)
    .set({ isCurrent: false })
    .where(and(here, eq(academicSessions.isCurrent, true), ne(academicSessions.id, sessionId)))
    .returning({ id: academicSessions.id, name: academicSessions.name });
  if (before)
    await tx
      .update(terms)
      .set({ isCurrent: false })
      .where(and(eq(terms.institutionId, institutionId), eq(terms.sessionId, before.id)));
  await refuseDuplicate(
    tx
      .update(academicSessions)
      .set({ isCurrent: true })
      .where(and(here, eq(academicSessions.id, sessionId))),
    {
      one_current_session: [
        'is_current',
        'Someone else just changed the current session. Reload the page and try again.',
      ],
    },
  );
  if (!wanted.isCurrent) await notifyStaff(tx, actor, institutionId, wanted.name);
  return { from: before?.name ?? (wanted.isCurrent ? wanted.name : null), to: wanted.name };
}

const notifyStaff = (tx: Tx, actor: Actor, institutionId: number, session: string) =>
  notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'institutions.view'),
    except: actor.accountId,
    kind: 'structure.currentSession',
    title: `${session} is now the current session`,
    body: `Lists show it by default. Changed by ${accountName(actor)}, ${membershipIn(actor, institutionId)!.name}.`,
    href: `/institutions/${institutionId}`,
  });

/** Deletes a session without batches and students. */
export async function deleteSession(tx: Tx, actor: Actor, sessionId: number): Promise<string> {
  const { institutionId, id, name, isCurrent } = await lockOpenSession(tx, actor, sessionId);
  if (isCurrent)
    throw new ValidationError('form', `${name} is the current session. Make another session current first.`);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: batchTerm(actor, institutionId),
        plural: batchesTerm(actor, institutionId),
        count: sql`select count(*) from batches where institution_id = ${institutionId} and session_id = ${id}`,
      },
      {
        singular: 'student',
        count: sql`select coalesce(sum(students), 0) from session_counts where institution_id = ${institutionId} and session_id = ${id}`,
      },
    ],
    'Close it instead.',
  );
  await tx.delete(academicSessions).where(hasKey(academicSessions, institutionId, id));
  const subject = { institutionId, type: 'session', id } as const;
  await recordAction(tx, actor, 'structure.deleteSession', subject, `deleted the session ${name}`);
  return name;
}
