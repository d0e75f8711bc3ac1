import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Database, Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { receivePayment } from '#features/money/payments/receive-payment.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';

/** A bursary that bills and takes money in an institution, without its screens. */
export function bursary(database: Database, institutionId: number) {
  const actor = systemActor(institutionId, 'Bursary');
  const work = <T>(act: (tx: Tx) => Promise<T>) => database.asSystem([institutionId], act);

  /** Tuition in dues of `[day, amount]`; returns the invoice. */
  const bill = (studentId: number, ...dues: [dueOn: string, amount: number][]) =>
    work(async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(
        sql`select id from ledger_accounts where institution_id = ${institutionId} and name = 'Tuition'`,
      );
      const amount = dues.reduce((sum, [, due]) => sum + due, 0);
      const [id] = await issueInvoices(tx, actor, institutionId, [
        {
          studentId,
          kind: 'single',
          title: 'School fees',
          issuedOn: dues[0]![0],
          lines: [{ name: 'Tuition', amount, ledgerAccountId: rows[0]!.id }],
          dues: dues.map(([dueOn, due]) => ({ dueOn, amount: due })),
        },
      ]);
      return id!;
    });

  /** A payment on the oldest dues; none of a student goes to suspense. */
  const pay = (studentId: number | null, amount: number, day: string, channel: Channel = 'cash') =>
    work(async (tx) => {
      const open = studentId ? await lockOpenInvoices(tx, institutionId, [studentId]) : [];
      const shares = studentId ? [shareOldestFirst(studentId, amount, open)] : [];
      return receivePayment(tx, actor, institutionId, { channel, amount, day, shares });
    });

  return { actor, work, bill, pay };
}
