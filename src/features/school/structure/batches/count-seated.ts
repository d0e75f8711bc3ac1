import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';

/** The number of students in a batch, as the trigger on students counts them (docs/decisions/0027). */
export const seatedIn = (batch: { institutionId: AnyColumn | number; id: AnyColumn | number }): SQL<number> =>
  sql<number>`(select coalesce(sum(n.students), 0) from batch_counts n where n.institution_id = ${batch.institutionId} and n.batch_id = ${batch.id})`;

/** The number of students in a batch. */
export async function countSeated(tx: Tx, institutionId: number, batchId: number): Promise<number> {
  const rows = await query<{ n: number }>(tx, render(sql`select ${seatedIn({ institutionId, id: batchId })} as n`));
  return Number(rows[0]!.n);
}
