import { and, isNull, sql, type SQL } from 'drizzle-orm';
import { employees, type findableEmployees } from './people.schema.ts';

/** Employees who may be given something to do: those who left, were merged into another record or erased are not. */
export const worksHere = (table: typeof employees | typeof findableEmployees = employees): SQL =>
  and(isNull(table.leftOn), isNull(table.mergedIntoId), isNull(table.anonymisedAt))!;

/** The same of a table `e` in a statement. */
export const eWorksHere: SQL = sql`e.left_on is null and e.merged_into_id is null and e.anonymised_at is null`;
