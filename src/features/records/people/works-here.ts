import { and, isNull, sql, type SQL } from 'drizzle-orm';
import { employees, type findableEmployees } from './people.schema.ts';

/** Current employees: not former, merged or erased. */
export const worksHere = (table: typeof employees | typeof findableEmployees = employees): SQL =>
  and(isNull(table.leftOn), isNull(table.mergedIntoId), isNull(table.anonymisedAt))!;

/** The same for a table `e` in a statement. */
export const eWorksHere: SQL = sql`e.left_on is null and e.merged_into_id is null and e.anonymised_at is null`;
