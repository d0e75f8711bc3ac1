import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, id, list, queryParam } from '#kernel/schemas.ts';
import { lockOpenInvoices, type OpenInvoice } from '#features/receivables/open-invoices.ts';
import { recordPending } from '#features/receivables/receive-payment.ts';
import { lockOwnStudents } from '../family/own-students.ts';
import { onlinePaymentItems, onlinePayments } from '../gateways.schema.ts';
import { readKeys } from '../providers/keys.ts';
import { createTestKeys } from '../settings/save-keys.ts';
import { settingsOf } from '../settings/online-settings.ts';
import { planPayment, type PlannedItem } from './plan-payment.ts';

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
  if (wanted !== undefined && wanted !== currency) throw new Refused('currency', `Fees are paid in ${currency} here.`);
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
  const { rows } = await tx.execute<{ id: number; studentId: number }>(sql`
    select id, student_id as "studentId" from invoices
    where institution_id = ${institutionId} and id = any (${sql.param(invoiceIds)}::bigint[])`);
  const studentIds = [...new Set(rows.map(({ studentId }) => Number(studentId)))];
  const own = await lockOwnStudents(tx, actor, institutionId, studentIds);
  if (rows.length !== invoiceIds.length || own.length !== studentIds.length)
    throw new Refused('dues', 'One of these fees is not yours to pay. Reload the page and choose again.');
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
  const { provider, isDemonstration } = await settingsOf(tx, institutionId);
  // Nobody types the test gateway's: a new demonstration has none yet.
  if (provider === 'test') await createTestKeys(tx, actor, secret, institutionId);
  const keys = provider && (await readKeys(tx, secret, { institutionId, provider }));
  if (!provider || !keys) throw new Refused('form', 'Online payment is switched off. Please pay at the school office.');
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const isTest = keys.mode === 'test';
  if (isTest !== isDemonstration) throw new Error(`A ${keys.mode} payment does not fit institution ${institutionId}.`);
  const minor = items.reduce((sum, item) => sum + item.amount, 0);
  const reference = `AKD-${institutionId}-${randomBytes(10).toString('hex').toUpperCase()}`;
  const shares = [...Map.groupBy(items, ({ studentId }) => studentId)].map(([studentId, own]) => ({
    ...{ studentId, amount: own.reduce((sum, item) => sum + item.amount, 0), allocations: [] },
  }));
  const paymentId = await recordPending(tx, actor, institutionId, {
    ...{ channel: 'gateway', provider, reference, amount: minor, day: today(timeZone), payerName: actor.name },
    ...{ isTest, shares },
  });
  const [made] = await tx
    .insert(onlinePayments)
    .values({
      ...{ institutionId, paymentId, provider, mode: keys.mode, reference, amount: minor, currency },
      ...{ accountId: actor.accountId!, nextCheckAt: sql`now() + interval '2 minutes'` },
    })
    .returning({ id: onlinePayments.id });
  const onlinePaymentId = made!.id;
  await insertMany(
    tx,
    onlinePaymentItems,
    items.map((item) => ({ institutionId, onlinePaymentId, ...item })),
  );
  await record(tx, actor, 'payments.startOnline', {
    institutionId,
    subject: { type: 'payment', id: paymentId },
    summary: `started an online payment of ${formatMoney({ minor, currency })} (${reference})`,
  });
  return onlinePaymentId;
}
