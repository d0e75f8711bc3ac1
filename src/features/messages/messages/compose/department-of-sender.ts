import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';

/** The department that a message is charged to: that of its sender’s employee record when it was written. */
export const departmentOfSender = (actor: Actor, institutionId: number): SQL<number | null> => sql`(
  select d.id from memberships b
  join employees e on (e.institution_id, e.id) = (b.institution_id, b.employee_id)
  join departments d on (d.institution_id, d.name) = (e.institution_id, e.department)
  where b.institution_id = ${institutionId} and b.account_id = ${actor.accountId} and b.suspended_at is null limit 1)`;
