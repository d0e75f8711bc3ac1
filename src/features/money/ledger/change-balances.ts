import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { AccountRole } from './chart.ts';
import { studentBalances } from './ledger.schema.ts';

/** Adds lines to the balances of their students, who are locked by the caller. */
export async function changeBalances(
  tx: Tx,
  institutionId: number,
  lines: { studentId: number | null; ledgerAccountId: number; amount: number }[],
  accounts: Record<AccountRole, number>,
): Promise<void> {
  const changes = new Map<number, { student: number; owed: number; credit: number }>();
  for (const { studentId, ledgerAccountId, amount } of lines) {
    if (studentId === null) continue;
    const change = changes.get(studentId) ?? { student: studentId, owed: 0, credit: 0 };
    if (ledgerAccountId === accounts.receivable) change.owed += amount;
    if (ledgerAccountId === accounts.credit) change.credit -= amount;
    changes.set(studentId, change);
  }
  if (changes.size === 0) return;
  const changed = await query<{ student: number }>(
    tx,
    sql`update student_balances b set owed = b.owed + c.owed, credit = b.credit + c.credit
    from jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb) as c (student bigint, owed bigint, credit bigint)
    where b.institution_id = ${institutionId} and b.student_id = c.student returning b.student_id as student`,
  );
  if (changed.length === changes.size) return;
  // Nearly every student has a row. An insert that meets one would check the change by itself, not the sum.
  for (const { student } of changed) changes.delete(Number(student));
  await insertMany(
    tx,
    studentBalances,
    Array.from(changes.values(), ({ student, owed, credit }) => ({ institutionId, studentId: student, owed, credit })),
  );
}
