import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { amount, id, list, queryParam } from '#kernel/schemas.ts';
import { lockOpenInvoices, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { lockOwnStudents } from '../family/own-students.ts';
import { onlinePaymentItems } from '../gateways.schema.ts';
import { settingsOf } from '../settings/online-settings.ts';
import { planPayment, type PlannedItem } from './plan-payment.ts';
import { recordAttempt } from './record-attempt.ts';

const pattern = /^(\d{1,15})-\d{4}-\d\d-\d\d$/;

export const PayOnline = z.object({
  institution_id: id,
  /** What is chosen: invoices with the day of the instalment. */
  dues: list(z.string().regex(pattern, 'Choose from the list.')).refine(
    (dues) => dues.length > 0 && dues.length <= 300,
    'Choose what to pay.',
  ),
  amount: amount(),
  currency: queryParam(z.string().max(10)),
});

/** Records what a family wants to pay, before the provider is asked. Returns the id of the online payment. */
export async function payOnline(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  { institution_id: institutionId, dues, amount: minor, currency: wanted }: z.output<typeof PayOnline>,
): Promise<number> {
  allow(actor, 'fees.viewSelf', institutionId);
  const { currency } = membershipIn(actor, institutionId)!;
  if (wanted !== undefined && wanted !== currency)
    throw new ValidationError('currency', `Fees are paid in ${currency} here.`);
  const invoiceIds = [...new Set(dues.map((due) => Number(pattern.exec(due)![1])))];
  const open = await lockOwnInvoices(tx, actor, institutionId, invoiceIds);
  const { minimum } = await settingsOf(tx, institutionId);
  const items = planPayment(open, { dues, amount: minor, minimum, currency });
  return recordOnline(tx, actor, secret, institutionId, items);
}

/** The open invoices among these, with their students. Somebody else’s are refused like ones that do not exist. */
export async function lockOwnInvoices(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  invoiceIds: number[],
): Promise<OpenInvoice[]> {
  const rows = await query<{ id: number; studentId: number }>(
    tx,
    render(sql`
    select id, student_id as "studentId" from invoices
    where institution_id = ${institutionId} and id = any (${sql.param(invoiceIds)}::bigint[])`),
  );
  const studentIds = [...new Set(rows.map(({ studentId }) => Number(studentId)))];
  const own = await lockOwnStudents(tx, actor, institutionId, studentIds);
  if (rows.length !== invoiceIds.length || own.length !== studentIds.length)
    throw new ValidationError('dues', 'One of these fees is not yours to pay. Reload the page and choose again.');
  return (await lockOpenInvoices(tx, institutionId, own)).filter((invoice) => invoiceIds.includes(invoice.id));
}

/** Writes the pending payment with its plan under a new reference. Students and invoices are locked by the caller. */
export async function recordOnline(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  institutionId: number,
  items: PlannedItem[],
): Promise<number> {
  const minor = items.reduce((sum, item) => sum + item.amount, 0);
  const shares = [...Map.groupBy(items, ({ studentId }) => studentId)].map(([studentId, own]) => ({
    studentId,
    amount: own.reduce((sum, item) => sum + item.amount, 0),
    allocations: [],
  }));
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const onlinePaymentId = await recordAttempt(tx, actor, secret, institutionId, {
    amount: minor,
    currency,
    day: today(timeZone),
    payerName: actor.name,
    shares,
    accountId: actor.accountId,
  });
  await insertMany(
    tx,
    onlinePaymentItems,
    items.map((item) => ({ institutionId, onlinePaymentId, ...item })),
  );
  return onlinePaymentId;
}
