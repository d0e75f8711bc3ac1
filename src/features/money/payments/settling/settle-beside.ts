import { systemActor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { applyCredit } from './apply-credit.ts';

/**
 * Pays debts with free credit that stands beside them, as old versions left it when a payment was taken back from an
 * invoice. Entries are only added, dated today. Returns how many students that was.
 */
export async function settleBeside(tx: Tx, institutionId: number): Promise<number> {
  const rows = await query<{ studentId: number; day: Day }>(tx)`
    select s.id as "studentId", (now() at time zone i.time_zone)::date::text as day
    from students s join institutions i on i.id = s.institution_id
    where s.institution_id = ${institutionId} and s.id in (select b.student_id from student_balances b
      where b.institution_id = ${institutionId} and b.owed > 0 and b.credit > 0)
    order by s.id for no key update of s`;
  if (rows.length === 0) return 0;
  const actor = systemActor(institutionId, 'Nightly check of the books');
  const ids = rows.map(({ studentId }) => Number(studentId));
  await applyCredit(tx, actor, institutionId, ids, rows[0]!.day);
  await recordMany(
    tx,
    actor,
    'payments.settleCredit',
    ids.map((id) => ({
      institutionId,
      summary: 'paid a debt with the credit that stood beside it',
      subject: { type: 'student', id },
    })),
  );
  return rows.length;
}
