import { sql, type AnyColumn, type SQL } from 'drizzle-orm';

/**
 * A column with its table, for subqueries among the columns of a select: a select from one table writes its columns
 * alone, and in a subquery such a column is the subquery's own.
 */
export const withTable = (column: AnyColumn): SQL => sql`${column}`;
