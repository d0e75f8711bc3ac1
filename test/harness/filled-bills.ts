import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';

/** Invoices of a dozen students: unpaid, paid in part, paid with more than was owed, and one with a credit note. */
export async function fillBills(tx: Tx, institutionId: number): Promise<void> {
  const { rows } = await tx.execute<{ id: number; account: number }>(sql`
    select s.id, (select min(c.ledger_account_id) from fee_categories c where c.institution_id = s.institution_id) as account
    from students s where s.institution_id = ${institutionId} and s.id % 3 = 0 order by s.id limit 12`);
  const actor = systemActor(institutionId, 'The world');
  const dues = ['2026-10-01', '2027-01-15'].map((dueOn) => ({ dueOn, amount: 5_000_00 }));
  const invoiceIds = await issueInvoices(
    tx,
    actor,
    institutionId,
    rows.map(({ id, account }) => ({
      studentId: Number(id),
      kind: 'single' as const,
      title: 'Excursion',
      issuedOn: '2026-09-15',
      dues,
      lines: [{ name: 'Excursion', amount: 10_000_00, ledgerAccountId: Number(account) }],
    })),
  );
  for (const [at, { id }] of rows.entries()) {
    if (at % 3 === 0) continue;
    const paid = at % 3 === 1 ? 3_000_00 : 10_000_00;
    const over = at % 6 === 5 ? 2_500_00 : 0;
    const studentId = Number(id);
    await receivePayment(tx, actor, institutionId, {
      channel: at % 2 ? 'cash' : 'transfer',
      amount: paid + over,
      day: `2026-11-${10 + at}`,
      payerName: 'Mr Ojo',
      shares: [{ studentId, amount: paid + over, allocations: [{ invoiceId: invoiceIds[at]!, amount: paid }] }],
    });
  }
  const unpaid = (await lockInvoice(tx, institutionId, invoiceIds[0]!))!;
  const given = { amount: 1_000_00, day: '2026-11-20', reason: 'Charged twice', agreedBy: null };
  await creditInvoice(tx, actor, unpaid, { kind: 'correction', ...given });
}
