import { sql, type SQL } from 'drizzle-orm';

/** The department of the sender of a composed message `m`. Automatic messages have no sender. */
export const departmentOf: SQL<string | null> = sql<string | null>`(select e.department from memberships b
  join employees e on (e.institution_id, e.id) = (b.institution_id, b.employee_id)
  where (b.institution_id, b.account_id) = (m.institution_id, m.account_id) limit 1)`;
