import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { paidStatuses } from '../payments.ts';
import type { Source } from '#features/money/ledger/sources.ts';
import { findPayment } from './find-payment.ts';

interface ShareOf {
  studentId: number;
  name: string;
  admissionNumber: string;
  amount: number;
  allocated: number;
  refunded: number;
  invoices: { id: number; number: number; title: string; amount: number }[];
}
export interface RefundOf {
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
  }>(
    tx,
    render(sql`
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
          and subject_id = ${id} order by id desc fetch first 100 rows only) h), '[]')) as record`),
  );
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
