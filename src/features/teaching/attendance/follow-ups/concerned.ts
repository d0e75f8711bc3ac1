import { sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';

export const seeingConcerns = ['attendance.view', 'attendance.viewOwn'] as const;

/** Students `s` of an institution whose attendance the actor follows: all, or those of the batches that the actor leads. */
export function followedBy(actor: Actor, institutionId: number): SQL {
  const membership = membershipIn(actor, institutionId);
  if (membership?.permissions.has('attendance.view')) return sql`true`;
  if (!membership?.permissions.has('attendance.viewOwn') || membership.employeeIds.length === 0) return sql`false`;
  return sql`s.batch_id in (select t.batch_id from batch_teachers t where t.institution_id = ${institutionId}
    and t.employee_id = any (${sql.param(membership.employeeIds)}::bigint[]))`;
}
