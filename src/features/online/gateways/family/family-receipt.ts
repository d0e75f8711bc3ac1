import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import type { ReceiptPaper, ReceiptStudent } from '#features/money/payments/print/receipt-paper.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { receiptNumber, type PaymentStatus } from '#features/money/payments/payments.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { dateTimeText } from '#ui/format.ts';
import { ownStudents } from './own-students.ts';

interface PaidRow {
  institutionId: number;
  amount: number;
  currency: string;
  channel: Channel;
  provider: string;
  status: PaymentStatus;
  reference: string | null;
  payerName: string | null;
  receipt: number;
  receivedAt: string;
  code: string;
  isTest: boolean;
  endReason: string | null;
  owed: number;
  students: (Omit<ReceiptStudent, 'lines'> & { lines: { title: string; number: number; amount: number }[] })[];
}

/**
 * The receipt of a payment for the actor’s own children alone, as a copy: the original is what the school prints. A payment
 * that is for other families’ children as well has no receipt here.
 */
export async function familyReceipt(
  tx: Tx,
  actor: Actor,
  files: Files,
  { id, origin }: { id: number; origin: string },
): Promise<ReceiptPaper> {
  const rows = await query<PaidRow>(
    tx,
    render(sql`
    select p.institution_id as "institutionId", p.amount, p.currency, p.channel, p.provider, p.status, p.reference,
      p.payer_name as "payerName", p.receipt_number as receipt, p.code, p.is_test as "isTest", p.end_reason as "endReason",
      to_char(p.receipt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "receivedAt",
      sum(coalesce(b.owed, 0))::bigint as owed,
      jsonb_agg(jsonb_build_object('name', concat_ws(' ', s.first_name, s.middle_name, s.surname),
        'admissionNumber', coalesce(s.admission_number, ''), 'place', c.name, 'lines', ${linesOfShare}) order by s.sort_name, s.id)
        as students
    from payments p
    join payment_shares h on (h.institution_id, h.payment_id) = (p.institution_id, p.id) and h.amount > 0
    join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
    left join batches c on (c.institution_id, c.id) = (s.institution_id, s.batch_id)
    left join student_balances b on (b.institution_id, b.student_id) = (s.institution_id, s.id)
    where p.id = ${id} and p.receipt_number is not null and ${ownStudents(actor)}
    group by p.institution_id, p.id
    having count(*) = (select count(*) from payment_shares w where w.institution_id = p.institution_id and w.payment_id = p.id
      and w.amount > 0)`),
  );
  const [paid] = rows;
  if (!paid) throw new NotFound('payment');
  const { timeZone } = membershipIn(actor, paid.institutionId)!;
  const students = paid.students.map(({ lines, ...student }) => ({
    ...student,
    lines: lines.map(({ number, ...line }) => ({ ...line, invoice: invoiceNumber(number) })),
  }));
  const allocated = students.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.amount, 0);
  return {
    letterhead: await letterheadOf(tx, files, paid.institutionId),
    paper: 'a4',
    currency: paid.currency,
    amount: Number(paid.amount),
    students,
    isTest: paid.isTest,
    number: receiptNumber(paid.receipt),
    receivedAt: dateTimeText(paid.receivedAt, timeZone),
    payer: paid.payerName,
    credit: Number(paid.amount) - allocated,
    balance: Number(paid.owed),
    channel: channels[paid.channel],
    reference: paid.reference,
    cashier: null,
    note: null,
    address: `${origin}/verify/receipt/${paid.code}`,
    duplicateOn: null,
    void: paid.status === 'reversed' ? { reason: paid.endReason ?? 'Reversed' } : null,
  };
}

/** What a share has settled. */
const linesOfShare = sql`coalesce((
  select jsonb_agg(jsonb_build_object('title', i.title, 'number', i.number, 'amount', a.amount) order by i.id)
  from (select invoice_id, sum(amount) as amount from allocations
    where institution_id = h.institution_id and payment_id = h.payment_id and student_id = h.student_id
    group by invoice_id having sum(amount) > 0) a
  join invoices i on i.institution_id = h.institution_id and i.id = a.invoice_id), '[]')`;
