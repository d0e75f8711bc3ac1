import { sql } from 'drizzle-orm';
import { isOneOf, type Db, query } from '#kernel/database.ts';

/** The list of them. */
export const unassignedStudents = '/students?batch=none&status=active';

/** Active students who are in no class arm, from the counts that the database keeps. */
export async function countUnassigned(db: Db, institutionIds: readonly number[]): Promise<number> {
  const [row] = await query<{ count: number }>(db)`select coalesce(sum(students), 0)::int as count from batch_counts
    where ${isOneOf(sql`institution_id`, institutionIds)} and batch_id = 0`;
  return row!.count;
}
