import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';

interface Registration {
  institutionId: number;
  studentId: number;
  term: string;
}

/** Tells the student what became of a registration, if somebody else did it. */
export const notifyStudent = (
  tx: Tx,
  actor: Actor,
  { institutionId, studentId, term }: Registration,
  title: string,
  body: string | null,
): Promise<unknown> =>
  notify(tx, {
    institutionId,
    except: actor.accountId,
    kind: 'registration.decided',
    href: '/course-registration',
    to: sql`select m.account_id from memberships m where m.institution_id = ${institutionId} and m.student_id = ${studentId}`,
    title: `${title}: ${term}`,
    body,
  });
