import { sql, type SQL } from 'drizzle-orm';

/** The department that sent a composed message `m`. Automatic messages have no sender. */
export const departmentOf: SQL<string | null> = sql<string | null>`(select d.name from departments d
  where (d.institution_id, d.id) = (m.institution_id, m.department_id))`;
