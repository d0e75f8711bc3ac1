import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { formatMoney } from '#kernel/money.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '../payments.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { dateTimeText } from '#ui/format.ts';
import type { ReceiptPaper, ReceiptStudent } from '../print/receipt-paper.ts';
import { findPayment, type FoundPayment } from './receipts.ts';

interface Wanted {
  id: number;
  paper: ReceiptPaper['paper'];
  origin: string;
}

const ShareRow = z.object({
  name: z.string(),
  admissionNumber: z.string(),
  place: z.string().nullable(),
  amount: z.number(),
  refunded: z.number(),
  owed: z.number(),
  lines: z.array(
    z.object({
      title: z.string(),
      number: z.number(),
      amount: z.number(),
    }),
  ),
});
type ShareRow = z.infer<typeof ShareRow>;

/** The receipt of a payment as it prints now, or the slip that acknowledges a cheque. */
export async function receiptPaper(tx: Tx, actor: Actor, files: Files, wanted: Wanted): Promise<ReceiptPaper> {
  const payment = await findPayment(tx, actor, wanted.id);
  const isCheque = payment.channel === 'cheque' && payment.status === 'pending';
  if (payment.receiptNumber === null && !isCheque)
    throw new Conflict('This payment has no receipt, because its money has not arrived.');
  const { institutionId, amount, currency } = payment;
  const { timeZone } = membershipIn(actor, institutionId)!;
  const shares = await readShares(tx, payment);
  const students = payment.orderId === null ? shares.map((share) => studentOf(share, isCheque)) : [orderOf(payment)];
  const allocated = students.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, 0);
  const refunded =
    payment.orderId !== null && payment.status === 'refunded'
      ? amount
      : shares.reduce((sum, share) => sum + share.refunded, 0);
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    paper: wanted.paper,
    amount,
    currency,
    students,
    ...(isCheque && { heading: 'Cheque received' }),
    number: payment.receiptNumber === null ? `Payment ${payment.id}` : receiptNumber(payment.receiptNumber),
    receivedAt: dateTimeText(payment.receiptAt ?? payment.createdAt, timeZone),
    payer: payment.payerName,
    credit: amount - allocated,
    balance: shares.reduce((sum, share) => sum + share.owed, 0),
    channel: [channels[payment.channel], payment.chequeBank].filter(Boolean).join(', '),
    reference: payment.reference,
    cashier: payment.accountId === null ? null : await nameOf(tx, payment.accountId),
    note: noteOf(payment, isCheque, refunded),
    address: `${wanted.origin}/verify/receipt/${payment.code}`,
    duplicateOn: payment.printedAt ? today(timeZone) : null,
    void: payment.status === 'reversed' ? { reason: payment.endReason ?? 'Reversed' } : null,
    isTest: payment.isTest,
  };
}

function noteOf({ status, currency, inSuspense }: FoundPayment, isCheque: boolean, refunded: number): string | null {
  if (isCheque) return 'This is not a receipt. The receipt is issued when the cheque has cleared.';
  if (status === 'refunded' || status === 'partly_refunded')
    return `Refunded of this: ${formatMoney({ minor: refunded, currency })}.`;
  return inSuspense ? 'Received, but not identified yet.' : null;
}

const studentOf = ({ name, admissionNumber, place, amount, lines }: ShareRow, isCheque: boolean): ReceiptStudent => ({
  name,
  admissionNumber,
  place,
  lines: isCheque
    ? [{ title: 'Cheque, not cleared yet', invoice: null, amount }]
    : lines.map((line) => ({ title: line.title, invoice: invoiceNumber(line.number), amount: line.amount })),
});

/** A buyer without an account pays for what the note says. */
const orderOf = ({ payerName, note, amount }: FoundPayment): ReceiptStudent => ({
  name: payerName ?? 'Buyer',
  admissionNumber: '',
  place: null,
  lines: [{ title: note ?? 'Order', invoice: null, amount }],
});

/** What a reversed payment had paid until then: its reversal took all of it back in one transaction. */
const untilReversal = ({ status }: FoundPayment) =>
  status === 'reversed'
    ? sql`created_at < (select p.ended_at from payments p where (p.institution_id, p.id) = (h.institution_id, h.payment_id))`
    : sql`true`;

async function readShares(tx: Tx, payment: FoundPayment): Promise<ShareRow[]> {
  const { institutionId, id } = payment;
  const rows = await query(
    tx,
    render(sql`
    select concat_ws(' ', s.first_name, s.middle_name, s.surname) as name, s.admission_number as "admissionNumber",
      s.batch_name as place, h.amount, h.refunded, coalesce(b.owed, 0) as owed,
      coalesce((select jsonb_agg(jsonb_build_object('title', i.title, 'number', i.number, 'amount', a.amount) order by i.id)
        from (select invoice_id, sum(amount) as amount from allocations
          where institution_id = h.institution_id and payment_id = h.payment_id and student_id = h.student_id
            and ${untilReversal(payment)}
          group by invoice_id having sum(amount) > 0) a
        join invoices i on i.institution_id = h.institution_id and i.id = a.invoice_id), '[]') as lines
    from payment_shares h
    join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
    left join student_balances b on (b.institution_id, b.student_id) = (h.institution_id, h.student_id)
    where h.institution_id = ${institutionId} and h.payment_id = ${id} and h.amount > 0
    order by s.sort_name, s.id`),
    ShareRow,
  );
  return rows.map((row) => ({
    ...row,
    amount: Number(row.amount),
    refunded: Number(row.refunded),
    owed: Number(row.owed),
  }));
}

async function nameOf(tx: Tx, accountId: number): Promise<string | null> {
  const rows = await query<{ name: string }>(tx, render)`select name from accounts where id = ${accountId}`;
  return rows[0]?.name ?? null;
}
