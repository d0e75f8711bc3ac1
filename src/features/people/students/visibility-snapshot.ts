import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { batchesTaughtBy, childrenOf } from './students.policy.ts';

/**
 * What the conditions of `visibleTo` look up for people who don’t see all students: their own records, the batches that
 * they teach or lead, and their children. Who has lost one of these sees fewer rows than before.
 */
export async function visibilitySnapshotOf(db: Db, actor: Actor, institutionId: number): Promise<string[]> {
  const { employeeIds, studentIds, guardianIds, permissions } = membershipIn(actor, institutionId)!;
  const named = (kind: string, ids: readonly (number | string)[]) => ids.map((id) => `${kind} ${id}`);
  const own = [...named('employee', employeeIds), ...named('student', studentIds), ...named('guardian', guardianIds)];
  if (permissions.has('students.view')) return own;
  const none = sql`select null::bigint where false`;
  const [found] = await query<{ batches: string[]; children: string[] }>(db)`
    select array(select t::text from (${employeeIds.length ? batchesTaughtBy(institutionId, employeeIds) : none}) x(t)
      where t is not null order by 1) as batches,
    array(select t::text from (${guardianIds.length ? childrenOf(institutionId, guardianIds) : none}) x(t)
      order by 1) as children`;
  return [...own, ...named('batch', found!.batches), ...named('child', found!.children)];
}
