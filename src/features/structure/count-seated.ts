import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** The number of students in a batch. */
export async function countSeated(tx: Tx, institutionId: number, batchId: number): Promise<number> {
  const answer = await tx.execute<{ n: number }>(
    sql`select count(*) as n from students where institution_id = ${institutionId} and batch_id = ${batchId}`,
  );
  return Number(answer.rows[0]!.n);
}
