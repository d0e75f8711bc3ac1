import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/receivables/issue-invoices.ts';

/** One record of each kind of money, of the institution's first student. */
export async function fillMoney(tx: Tx, institutionId: number, title: string): Promise<void> {
  const { rows } = await tx.execute<{ account: number; student: number }>(sql`
    select (select min(ledger_account_id) from fee_categories where institution_id = ${institutionId}) as account,
      (select min(id) from students where institution_id = ${institutionId}) as student`);
  const { account, student } = rows[0]!;
  await issueInvoices(tx, systemActor(institutionId, 'The world'), institutionId, [
    {
      ...{ studentId: student, kind: 'single', title, issuedOn: '2026-11-20' },
      lines: [{ name: title, amount: 100_00, ledgerAccountId: account }],
      dues: [{ dueOn: '2026-11-20', amount: 100_00 }],
    },
  ]);
}
