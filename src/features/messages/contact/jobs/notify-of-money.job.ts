import { sql } from 'drizzle-orm';
import { type Database, type Tx, query } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { announce } from '#kernel/messages/announce.ts';
import type { MessageEvent, EventSubject } from '#kernel/messages/events.ts';
import { decimal } from '#kernel/money.ts';
import { invoiceIssued, invoicesCorrected } from '#features/money/invoices/invoices.events.ts';
import { paymentReceived } from '#features/money/payments/payments.events.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { receiptNumber, undoWithin } from '#features/money/payments/payments.ts';
import { institutionsTelling } from './notify-of-birthdays.job.ts';
import { notifyOfCorrections, claim, toldAtOnce } from './notify-of-corrections.ts';

/** Tells of invoices and payments after their transactions, so that no counter and no billing waits for it. */
export const notifyOfMoneyEveryMinute: Job<{ database: Database }> = {
  queue: 'contact.money',
  cron: '* * * * *',
  work: ({ database }, _data, signal) => notifyOfMoney(database, signal),
};

/** Each invoice and payment since the switch was turned on, once. */
export async function notifyOfMoney(database: Database, signal?: AbortSignal): Promise<void> {
  const kinds = [
    { event: invoiceIssued, tell: tellInvoices },
    { event: invoicesCorrected, tell: notifyOfCorrections },
    { event: paymentReceived, tell: tellPayments },
  ];
  const ids = await institutionsTelling(
    database,
    kinds.map(({ event }) => event),
  );
  for (const id of ids)
    for (const { event, tell } of kinds)
      for (let told = toldAtOnce; told === toldAtOnce && !signal?.aborted;)
        told = await database.asSystem([id], (tx) => tell(tx, id, event));
}

async function tellInvoices(tx: Tx, institutionId: number, event: MessageEvent): Promise<number> {
  const ids = await claim(
    tx,
    institutionId,
    event,
    (since) => sql`select i.id from invoices i where i.institution_id = ${institutionId} and i.created_at >= ${since}
      and i.kind not in ('opening', 'correction') and i.cancelled_at is null and i.total > i.credited`,
  );
  if (ids.length === 0) return 0;
  const rows = await query<{
    studentId: number;
    title: string;
    number: number;
    open: number;
    due: string;
    currency: string;
  }>(tx)`select i.student_id as "studentId", i.title, i.number, i.total - i.credited as open, n.currency,
      (select min(d.due_on)::text from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id) as due
    from invoices i join institutions n on n.id = i.institution_id
    where i.institution_id = ${institutionId} and i.id = any (${sql.param(ids)}::bigint[]) order by i.id`;
  await announce(
    tx,
    institutionId,
    event,
    rows.map(({ studentId, title, number, open, due, currency }): EventSubject => ({
      studentId: Number(studentId),
      fields: {
        title,
        due: formatDay(due),
        invoice: invoiceNumber(number),
        amount: `${currency} ${decimal(Number(open))}`,
      },
    })),
  );
  return ids.length;
}

interface PaidShare {
  studentId: number;
  amount: number;
  owed: number;
  currency: string;
  day: string;
  number: number;
}

/** Until then the cashier may undo it. */
const canUndoUntil = undoWithin.seconds + undoWithin.networkSeconds;

async function tellPayments(tx: Tx, institutionId: number, event: MessageEvent): Promise<number> {
  const ids = await claim(
    tx,
    institutionId,
    event,
    (since) => sql`select p.id from payments p where p.institution_id = ${institutionId} and p.receipt_at >= ${since}
      and p.status = 'successful' and p.receipt_number is not null and not p.is_test
      and (p.cashier_day_id is null or p.receipt_at < now() - make_interval(secs => ${canUndoUntil}))`,
  );
  if (ids.length === 0) return 0;
  const rows = await query<PaidShare>(tx)`
    select h.student_id as "studentId", h.amount, p.currency, p.day::text as day, p.receipt_number as number,
      coalesce(b.owed, 0) as owed
    from payments p join payment_shares h on (h.institution_id, h.payment_id) = (p.institution_id, p.id)
    left join student_balances b on (b.institution_id, b.student_id) = (h.institution_id, h.student_id)
    where p.institution_id = ${institutionId} and p.id = any (${sql.param(ids)}::bigint[]) and h.amount > 0 order by p.id, h.student_id`;
  await announce(
    tx,
    institutionId,
    event,
    rows.map(({ studentId, amount, owed, currency, day, number }): EventSubject => ({
      studentId: Number(studentId),
      fields: {
        day: formatDay(day),
        receipt: receiptNumber(number),
        amount: `${currency} ${decimal(Number(amount))}`,
        balance: `${currency} ${decimal(Number(owed))}`,
      },
    })),
  );
  return ids.length;
}
