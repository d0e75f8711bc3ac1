import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { Pair } from './read-pair.ts';

/** Whoever has left signs in no more and teaches nobody: a merge must not give that back behind everybody's back. */
export async function refuseLeftAtWork(tx: Tx, { institutionId, keptId }: Pair): Promise<void> {
  const { rows } = await tx.execute<{ works: boolean }>(sql`
    select e.left_on is not null and (
      exists (select from memberships m where m.institution_id = e.institution_id and m.employee_id = e.id)
      or exists (select from batches b where b.institution_id = e.institution_id and b.closed_at is null and (
        exists (select from batch_teachers t where t.institution_id = e.institution_id and t.batch_id = b.id and t.employee_id = e.id)
        or exists (select from course_offerings o where o.institution_id = e.institution_id and o.batch_id = b.id and o.employee_id = e.id)))
    ) as works
    from employees e where e.institution_id = ${institutionId} and e.id = ${keptId}`);
  if (rows[0]!.works)
    throw new Refused(
      'form',
      'The record that stays would be of somebody who has left, and yet sign in or teach. Choose “Employed” of the one who works here, or let that one leave first.',
    );
}
