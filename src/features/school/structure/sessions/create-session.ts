import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { lockSessionsOf } from '../lock-rows.ts';
import { makeCurrent } from './make-current.ts';
import { checkSession, SessionFields } from './session-fields.ts';
import { settleCurrentTerm, writeTerms } from './session-terms.ts';
import { academicSessions } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

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
  await recordAction(
    tx,
    actor,
    'structure.createSession',
    { ...session, type: 'session', name },
    `added the session ${name}`,
    {
      startsOn,
      endsOn,
      isCurrent,
      terms: input.terms.saved.map((term) => term.name),
    },
  );
  return session.id;
}

export const sessionNameTaken = (name: string): Record<string, [string, string]> => ({
  academic_sessions_institution_id_name_key: [
    'name',
    `A session named ${name} already exists. Choose a different name.`,
  ],
});
