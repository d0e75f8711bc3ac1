import { and, eq, sql, or } from 'drizzle-orm';
import { type Actor, can, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, query, hasKey } from '#kernel/database.ts';
import { payments } from '../payments.schema.ts';
import { lockPayment, paymentName } from '../receive-payment.ts';
import type { ReceiptPaper } from '../print/receipt-paper.ts';
import { paidStatuses, receiptNumber } from '../payments.ts';
import type { Source } from '#features/money/ledger/sources.ts';
import { NotFound, Conflict, ValidationError } from '#kernel/errors.ts';
import { visiblePayments } from '../payments.access.ts';
import { formatDay } from '#kernel/dates.ts';
import { decimal } from '#kernel/money.ts';
import { queueMessages } from '#kernel/messages/queue.ts';

/**
 * Records a print once it is drawn. Returns false, and records nothing, if the paper is out of date: someone else has
 * printed the original or reversed the payment meanwhile.
 */
export async function printReceipt(tx: Tx, actor: Actor, id: number, drawn: ReceiptPaper): Promise<boolean> {
  const { institutionId } = await findPayment(tx, actor, id);
  const payment = (await lockPayment(tx, institutionId, id))!;
  const isDuplicate = payment.printedAt !== null;
  if (isDuplicate !== (drawn.duplicateOn !== null) || (payment.status === 'reversed') !== (drawn.void !== null))
    return false;
  await tx
    .update(payments)
    .set({ printedAt: sql`now()` })
    .where(hasKey(payments, institutionId, id));
  await record(tx, actor, 'payments.print', {
    institutionId,
    summary: `printed ${payment.receiptNumber === null ? 'the slip' : 'the receipt'} of ${paymentName(payment)}${isDuplicate ? ' again' : ''}`,
    subject: { type: 'payment', id },
    details: { paper: drawn.paper },
  });
  return true;
}

interface ShareOf {
  studentId: number;
  name: string;
  admissionNumber: string;
  amount: number;
  allocated: number;
  refunded: number;
  invoices: { id: number; number: number; title: string; amount: number }[];
}
interface RefundOf {
  id: number;
  studentId: number | null;
  amount: number;
  reason: string;
  channel: string | null;
  reference: string | null;
  paidOn: string | null;
}
interface EntryOf {
  id: number;
  day: string;
  source: Source;
  description: string;
  lines: { name: string; amount: number }[];
}
interface Act {
  id: number;
  at: string;
  person: string;
  summary: string;
}

/** A payment with what it paid, its entries in the ledger, its history, and what may be done with it. */
export async function paymentRecord(tx: Tx, actor: Actor, id: number) {
  const payment = await findPayment(tx, actor, id);
  const { institutionId, status, channel } = payment;
  const of = sql`institution_id = ${institutionId} and payment_id = ${id}`;
  const rows = await query<{
    record: { shares: ShareOf[]; refunds: RefundOf[]; entries: EntryOf[]; history: Act[]; cashier: string | null };
  }>(tx, render)`
    select jsonb_build_object(
      'cashier', (select name from accounts where id = ${payment.accountId}::bigint),
      'shares', coalesce((select jsonb_agg(jsonb_build_object('studentId', h.student_id, 'name', concat_ws(' ', s.first_name, s.surname),
          'admissionNumber', s.admission_number, 'amount', h.amount, 'allocated', h.allocated, 'refunded', h.refunded,
          'invoices', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'title', i.title, 'amount', a.amount) order by i.id)
            from (select invoice_id, sum(amount) as amount from allocations where ${of} and student_id = h.student_id
              group by invoice_id having sum(amount) > 0) a
            join invoices i on i.institution_id = ${institutionId} and i.id = a.invoice_id), '[]')) order by s.sort_name, s.id)
        from (select * from payment_shares where ${of} and amount > 0) h
        join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)), '[]'),
      'refunds', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'studentId', student_id, 'amount', amount, 'reason', reason,
          'channel', channel, 'reference', reference, 'paidOn', paid_on) order by id) from refunds where ${of}), '[]'),
      'entries', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'day', e.day, 'source', e.source, 'description', e.description,
          'lines', (select jsonb_agg(jsonb_build_object('name', a.name, 'amount', l.amount) order by l.position) from ledger_lines l
            join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
            where l.institution_id = e.institution_id and l.entry_id = e.id)) order by e.id)
        from ledger_entries e where e.institution_id = ${institutionId} and (e.source, e.source_id) in (
          select source, ${id}::bigint from unnest(array['payment', 'placement', 'reversal']) source
          union all select source, id from refunds cross join unnest(array['refund', 'refund_payout']) source where ${of}
          union all select 'order', ${payment.orderId}::bigint
          union all select 'move', id from share_moves where ${of})), '[]'),
      'history', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'at', at, 'person', person, 'summary', summary) order by id desc)
        from (select * from audit_entries where institution_id = ${institutionId} and subject_type = 'payment'
          and subject_id = ${id} order by id desc fetch first 100 rows only) h), '[]')) as record`;
  const record = rows[0]!.record;
  const may = (permission: 'payments.place' | 'payments.reverse' | 'payments.take') =>
    can(actor, permission, institutionId);
  const isPaid = (paidStatuses as readonly string[]).includes(status);
  // What is wrong with an order is corrected there.
  const isOrder = payment.orderId !== null;
  const isMoney = channel !== 'waiver' && channel !== 'opening';
  const left = record.shares.reduce((sum, share) => sum + share.amount - share.refunded, 0);
  return {
    id,
    institutionId,
    status,
    channel,
    number: payment.receiptNumber,
    amount: payment.amount,
    currency: payment.currency,
    day: payment.day,
    receivedAt: payment.createdAt,
    payer: payment.payerName,
    payerContact: payment.payerContact,
    reference: payment.reference,
    provider: payment.provider,
    note: payment.note,
    chequeBank: payment.chequeBank,
    chequeDate: payment.chequeDate,
    endedAt: payment.endedAt,
    endReason: payment.endReason,
    isTest: payment.isTest,
    inSuspense: payment.inSuspense,
    cashierDayId: payment.cashierDayId,
    isPrinted: payment.printedAt !== null,
    ...record,
    orderId: payment.orderId,
    can: {
      print: payment.receiptNumber !== null || (channel === 'cheque' && status === 'pending'),
      settle: channel === 'cheque' && status === 'pending' && may('payments.place'),
      reverse: status === 'successful' && !isOrder && may('payments.reverse'),
      refund: isPaid && isMoney && left > 0 && may('payments.reverse'),
      move: isPaid && left > 0 && may('payments.reverse'),
      unplace:
        status === 'successful' &&
        !payment.inSuspense &&
        record.entries.some(({ source }) => source === 'placement') &&
        may('payments.reverse'),
      place: payment.inSuspense && may('payments.place'),
      payOut: may('payments.take') || may('payments.reverse'),
      send: payment.receiptNumber !== null && isPaid,
      openInvoices: can(actor, 'fees.view', institutionId),
      openEntries: can(actor, 'ledger.view', institutionId),
      openOrder: can(actor, 'orders.view', institutionId),
    },
  };
}
export type PaymentRecord = Awaited<ReturnType<typeof paymentRecord>>;

/** A payment that the actor can see; NotFound otherwise. */
export async function findPayment(tx: Tx, actor: Actor, id: number) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(or(...visiblePayments(payments)(actor).map(({ where }) => where)), eq(payments.id, id)));
  if (!row) throw new NotFound('payment');
  return row;
}
export type FoundPayment = Awaited<ReturnType<typeof findPayment>>;

/** Sends a receipt to the payer, otherwise to a guardian who pays fees. E-mail is preferred to SMS. */
export async function sendReceipt(tx: Tx, actor: Actor, id: number, origin: string): Promise<'email' | 'sms'> {
  const payment = await findPayment(tx, actor, id);
  const { institutionId, receiptNumber: number, amount, currency, day, code } = payment;
  if (number === null || !(paidStatuses as readonly string[]).includes(payment.status))
    throw new Conflict('This payment has no valid receipt to send.');
  const to = await recipientOf(tx, payment);
  if (!to)
    throw new ValidationError(
      'form',
      'There is no e-mail address or phone number of the payer or of a guardian who pays fees. Print the receipt.',
    );
  const school = membershipIn(actor, institutionId)!.name;
  const name = receiptNumber(number);
  const channel = to.includes('@') ? 'email' : 'sms';
  await queueMessages(tx, institutionId, [
    {
      channel,
      recipient: to,
      event: 'payments.receipt',
      needs: 'payments.view',
      subject: `Receipt ${name} from ${school}`,
      body: `${school} received ${currency} ${decimal(amount)} on ${formatDay(day)}. Receipt ${name}. Verify it at ${origin}/verify/receipt/${code}`,
    },
  ]);
  await record(tx, actor, 'payments.send', {
    institutionId,
    summary: `sent the receipt ${name} (${channel === 'email' ? 'e-mail' : 'SMS'})`,
    subject: { type: 'payment', id },
  });
  return channel;
}

async function recipientOf(tx: Tx, { institutionId, id, payerContact }: FoundPayment): Promise<string | null> {
  if (payerContact && /@|^\+?\d{7,15}$/.test(payerContact)) return payerContact;
  const rows = await query<{ contact: string | null }>(tx, render)`
    select coalesce(g.email, g.mobile, g.phone) as contact from payment_shares h
    join student_guardians l on (l.institution_id, l.student_id) = (h.institution_id, h.student_id) and l.pays_fees
    join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id) and g.merged_into_id is null
    where h.institution_id = ${institutionId} and h.payment_id = ${id} and h.amount > 0
      and coalesce(g.email, g.mobile, g.phone) is not null
    order by l.position, g.id fetch first row only`;
  return rows[0]?.contact ?? null;
}
