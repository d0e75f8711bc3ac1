import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { creditInvoice, lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { lockPayment, receivePayment, recordPending } from '#features/money/payments/receive-payment.ts';
import { reversePayment } from '#features/money/payments/corrections/reverse-payment.ts';
import { endPending } from '#features/money/payments/settle-pending.ts';
import { shareOldestFirst } from '#features/money/payments/share-plan.ts';
import type { Bursary } from './habits.demo.ts';

interface Odd {
  institutionId: number;
  bursary: Bursary;
  /** Invoices of which nothing is paid yet. */
  unpaid: OpenInvoice[];
}

/** What every bursary has seen: cheques that wait and that bounce, a void, a waiver, a correction, unknown money. */
export async function insertOddPayments(tx: Tx, { institutionId, bursary, unpaid }: Odd): Promise<void> {
  const cashier = systemActor(institutionId, 'Demonstration', bursary.cashierId);
  const bursar = systemActor(institutionId, 'Demonstration', bursary.bursarId);
  const [waiting, bounced, typedTwice, waived, corrected] = unpaid as [OpenInvoice, ...OpenInvoice[]];
  if (!corrected) return;
  const cheque = (invoice: OpenInvoice, reference: string, day: string, bank: string) =>
    recordPending(tx, cashier, institutionId, {
      channel: 'cheque',
      amount: invoice.open,
      reference,
      day,
      chequeBank: bank,
      chequeDate: day,
      shares: [{ studentId: invoice.studentId, amount: invoice.open, allocations: [] }],
    });
  await cheque(waiting!, '00481920', '2026-11-18', 'Zenith Bank');
  const returned = await cheque(bounced!, '00118834', '2026-11-04', 'Access Bank');
  const reason = 'Returned unpaid: insufficient funds';
  await endPending(tx, bursar, (await lockPayment(tx, institutionId, returned))!, 'failed', reason);

  const wrong = await receivePayment(tx, cashier, institutionId, {
    channel: 'cash',
    amount: 50_000_00,
    day: '2026-11-12',
    shares: [shareOldestFirst(typedTwice!.studentId, 50_000_00, [typedTwice!])],
  });
  const payment = (await lockPayment(tx, institutionId, wrong.id))!;
  await reversePayment(tx, bursar, payment, { reason: 'Typed for the wrong student', day: '2026-11-12' });

  const half = Math.floor(waived!.open / 2 / 100) * 100;
  await receivePayment(tx, bursar, institutionId, {
    channel: 'waiver',
    amount: half,
    day: '2026-11-16',
    note: 'Hardship; approved by the principal',
    shares: [shareOldestFirst(waived!.studentId, half, [waived!])],
  });
  const correction = {
    kind: 'correction',
    amount: 3_500_00,
    reason: 'PTA levy charged twice',
    day: '2026-10-20',
    agreedBy: null,
  } as const;
  await creditInvoice(tx, bursar, (await lockInvoice(tx, institutionId, corrected.id))!, correction);

  await receivePayment(tx, cashier, institutionId, {
    channel: 'transfer',
    amount: 62_500_00,
    day: '2026-11-11',
    reference: 'FT26877420',
    cashierDayId: null,
    payerName: 'Adekunle Stores',
    note: 'NIP/ADEKUNLE STORES/SCH FEE TWO CHILDREN',
    shares: [],
  });
  await receivePayment(tx, cashier, institutionId, {
    channel: 'transfer',
    amount: 45_000_00,
    day: '2026-11-19',
    reference: 'FT26900117',
    cashierDayId: null,
    note: 'SCH FEES 1ST TERM',
    shares: [],
  });
}
