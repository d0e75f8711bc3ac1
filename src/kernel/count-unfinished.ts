import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Db } from './database.ts';

/** Counts the rows of a query with a column `name`, and names the first three. */
export async function countUnfinished(db: Db, found: SQL): Promise<{ count: number; examples: string[] }> {
  const [row] = await rowsOf<{ count: number; examples: string[] }>(
    db,
    sql`select count(*)::int as count, coalesce((array_agg(name order by name))[1:3], '{}') as examples from (${found}) f`,
  );
  return row!;
}
