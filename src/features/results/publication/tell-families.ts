import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';

/** Tells students and guardians with an account. The result itself is on the record, unless it is withheld. */
export async function tellFamilies(
  tx: Tx,
  actor: Actor,
  { institutionId, term, session }: Pick<ResultSheet, 'institutionId' | 'term' | 'session'>,
  studentIds: readonly number[],
  event: 'published' | 'corrected' = 'published',
): Promise<void> {
  const ids = sql`${sql.param([...studentIds])}::bigint[]`;
  const here = sql`m.institution_id = ${institutionId}`;
  await notify(tx, {
    ...{ institutionId, except: actor.accountId, kind: `results.${event}`, href: '/students' },
    to: sql`select m.account_id from memberships m where ${here} and m.student_id = any (${ids})
      union select m.account_id from memberships m where ${here} and m.guardian_id = any (array(
        select g.guardian_id from student_guardians g where g.institution_id = ${institutionId} and g.student_id = any (${ids})))`,
    title: `Results of ${term}, ${session}, ${event === 'published' ? 'are published' : 'were corrected'}`,
    body: 'See them on the record, under Results.',
  });
}
