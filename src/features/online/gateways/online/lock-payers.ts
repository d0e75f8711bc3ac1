import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/** The students of a payment, locked by id, before the payment itself. */
export async function lockPayers(tx: Tx, institutionId: number, paymentId: number) {
  const rows = await query<{ id: number; isMerged: boolean }>(
    tx,
    sql`
    select s.id, s.merged_into_id is not null as "isMerged" from students s
    where s.institution_id = ${institutionId} and s.id in (
      select p.student_id from payment_shares p where p.institution_id = ${institutionId} and p.payment_id = ${paymentId})
    order by s.id for no key update of s`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Whether their accounts can still take money; a merged record has none. */
export const areThere = (students: { isMerged: boolean }[]): boolean =>
  students.length > 0 && students.every(({ isMerged }) => !isMerged);
