import { accountName } from '#kernel/account-name.ts';
import { and, eq, ne } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { academicSessions, terms } from '../structure.schema.ts';

/**
 * Makes a session the current one instead of the other. The caller has locked all sessions of the institution, so
 * concurrent calls run one after the other.
 */
export async function makeCurrent(
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
