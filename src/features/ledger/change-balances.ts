import { sql } from 'drizzle-orm';
import { rowsOf, type Tx } from '#kernel/database.ts';
import type { AccountRole } from './chart.ts';

/** A row for each student, so that a change below zero is refused by its sum and not by itself. */
export async function openBalances(
  tx: Tx,
  institutionId: number,
  lines: { studentId?: number | undefined }[],
): Promise<void> {
  const students = [...new Set(lines.flatMap(({ studentId }) => studentId ?? []))].toSorted(
    (one, other) => one - other,
  );
  if (students.length === 0) return;
  await rowsOf(
    tx,
    sql`insert into student_balances (institution_id, student_id)
    select ${institutionId}, s from unnest(${sql.param(students)}::bigint[]) s on conflict do nothing`,
  );
}

/** Adds lines to the balances of their students. */
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
  await rowsOf(
    tx,
    sql`update student_balances b set owed = b.owed + c.owed, credit = b.credit + c.credit
    from jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb) as c (student bigint, owed bigint, credit bigint)
    where b.institution_id = ${institutionId} and b.student_id = c.student`,
  );
}
