import { sql, eq, and } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { amount, id, list, queryParam } from '#kernel/schemas.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { lockOwnStudents } from '../family/family-payments.ts';
import { onlinePaymentItems, onlinePayments } from '../gateways.schema.ts';
import {
  planPayment,
  type PlannedItem,
  lockOwnPayment,
  whereOnline,
  type OnlinePayment,
  ownPayment,
} from './plan-payment.ts';
import { randomBytes } from 'node:crypto';
import { record } from '#kernel/audit.ts';
import { formatMoney } from '#kernel/money.ts';
import { recordPending, type NewPayment } from '#features/money/payments/receive-payment.ts';
import { readKeys, gatewayInUse, type GatewayServices } from '../providers/gateway-of.ts';
import { createTestKeys, settingsOf } from '../settings/save-keys.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { GatewayRefused, GatewayUnreachable } from '../providers/gateway-errors.ts';

const pattern = /^(\d{1,16})-\d{4}-\d\d-\d\d$/;

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
async function lockOwnInvoices(tx: Tx, actor: Actor, institutionId: number, invoiceIds: number[]) {
  const rows = await query<{ id: number; studentId: number }>(tx, render)`
    select id, student_id as "studentId" from invoices
    where institution_id = ${institutionId} and id = any (${sql.param(invoiceIds)}::bigint[])`;
  const studentIds = [...new Set(rows.map(({ studentId }) => Number(studentId)))];
  const own = await lockOwnStudents(tx, actor, institutionId, studentIds);
  if (rows.length !== invoiceIds.length || own.length !== studentIds.length)
    throw new ValidationError('dues', 'One of these fees is not yours to pay. Reload the page and choose again.');
  return (await lockOpenInvoices(tx, institutionId, own)).filter((invoice) => invoiceIds.includes(invoice.id));
}

/** Writes the pending payment with its plan under a new reference. Students and invoices are locked by the caller. */
async function recordOnline(tx: Tx, actor: Actor, secret: Buffer, institutionId: number, items: PlannedItem[]) {
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

interface Attempt extends Pick<NewPayment, 'amount' | 'day' | 'payerName' | 'payerContact' | 'note' | 'shares'> {
  currency: string;
  /** Who pays: an account, or the buyer of an order. */
  accountId: number | null;
  orderId?: number;
}

/** Writes a pending payment under a new reference, before the provider is asked. Returns the online payment's id. */
export async function recordAttempt(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  institutionId: number,
  { currency, accountId, orderId, ...payment }: Attempt,
): Promise<number> {
  const { provider, isDemonstration } = await settingsOf(tx, institutionId);
  // Nobody types the test gateway's: a new demonstration has none yet.
  if (provider === 'test') await createTestKeys(tx, actor, secret, institutionId);
  const keys = provider && (await readKeys(tx, secret, { institutionId, provider }));
  if (!provider || !keys) throw new ValidationError('form', 'Online payment is off. Please pay at the school office.');
  const { mode } = keys;
  const isTest = mode === 'test';
  if (isTest !== isDemonstration) throw new Error(`A ${mode} payment does not fit institution ${institutionId}.`);
  const reference = `AKD-${institutionId}-${randomBytes(10).toString('hex').toUpperCase()}`;
  const paymentId = await recordPending(tx, actor, institutionId, {
    ...payment,
    channel: 'gateway',
    provider,
    reference,
    isTest,
    orderId: orderId ?? null,
  });
  const [made] = await tx
    .insert(onlinePayments)
    .values({
      institutionId,
      paymentId,
      provider,
      mode,
      reference,
      amount: payment.amount,
      currency,
      accountId,
      orderId,
      nextCheckAt: sql`now() + interval '2 minutes'`,
    })
    .returning({ id: onlinePayments.id });
  await record(tx, actor, 'payments.startOnline', {
    institutionId,
    subject: { type: 'payment', id: paymentId },
    summary: `started an online payment of ${formatMoney({ minor: payment.amount, currency })} (${reference})`,
  });
  return made!.id;
}

/** The provider's page, if it is known; otherwise the payment is claimed, so that the provider is asked once. */
export async function claimStart(tx: Tx, actor: Actor, id: number): Promise<ClaimedPayment> {
  const payment = await lockOwnPayment(tx, actor, id);
  const isClaimed = payment.status === 'recorded';
  if (isClaimed) await tx.update(onlinePayments).set({ status: 'starting' }).where(whereOnline(payment));
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, payment.accountId!));
  const email = account?.email ?? null;
  return { payment, isClaimed, email, name: actor.name, returnTo: `/online-payments/${payment.id}` };
}

/** A payment whose provider is asked for its page, once. */
export interface ClaimedPayment {
  payment: OnlinePayment;
  isClaimed: boolean;
  email: string | null;
  name: string;
  /** Where the provider sends the payer back to. */
  returnTo: string;
}

interface StartAnswer {
  /** Where the payer pays. */
  page: string | null;
  /** What went wrong, for the payer. */
  problem: string | null;
}

/** Asks the provider for its page. The reference has been stored and committed before. */
export async function startOnline(
  services: GatewayServices,
  origin: string,
  { payment, isClaimed, email, name, returnTo }: ClaimedPayment,
): Promise<StartAnswer> {
  const { institutionId, provider, reference, amount, currency } = payment;
  if (!isClaimed) return { page: payment.status === 'open' ? payment.page : null, problem: null };
  const inUse = await gatewayInUse(services, provider, institutionId);
  try {
    if (!inUse) throw new GatewayRefused(provider, 'the keys are missing');
    const page = await inUse.gateway.start({
      settings: inUse.settings,
      reference,
      amount: { minor: amount, currency },
      email: email ?? `payer-${reference.toLowerCase()}@${new URL(origin).hostname}`,
      name,
      returnTo: `${origin}${returnTo}`,
    });
    await save(services, payment, { status: 'open', page, said: null });
    return { page, problem: null };
  } catch (error) {
    if (!(error instanceof GatewayUnreachable) && !(error instanceof GatewayRefused)) throw error;
    // Unreachable: the provider may know the payment all the same, so it is asked about it later.
    await save(services, payment, { said: error.message.slice(0, 300) });
    return {
      page: null,
      problem:
        error instanceof GatewayUnreachable
          ? `${error.message} Nothing has been paid.`
          : 'Online payment doesn’t work at the moment. Please tell the school office.',
    };
  }
}

/** Unless a webhook was faster and the payment is no longer waiting. */
const save = (
  { database }: GatewayServices,
  payment: OnlinePayment,
  changes: Partial<Pick<OnlinePayment, 'status' | 'page' | 'said'>>,
) =>
  database.asSystem([payment.institutionId], (tx) =>
    tx
      .update(onlinePayments)
      .set(changes)
      .where(sql`${whereOnline(payment)} and ${onlinePayments.status} = 'starting'`),
  );

/** The same once more under a new reference, as far as it is still owed. */
export async function againOnline(tx: Tx, actor: Actor, secret: Buffer, id: number): Promise<number> {
  const { institutionId, status } = await ownPayment(tx, actor, id);
  if (status === 'paid') throw new ValidationError('form', 'This payment has arrived. You don’t need to pay again.');
  const items = await tx
    .select()
    .from(onlinePaymentItems)
    .where(and(eq(onlinePaymentItems.institutionId, institutionId), eq(onlinePaymentItems.onlinePaymentId, id)));
  const open = await lockOwnInvoices(
    tx,
    actor,
    institutionId,
    items.map(({ invoiceId }) => invoiceId!),
  );
  const planned = items.flatMap((item) => {
    const invoice = open.find(({ id: openId }) => openId === item.invoiceId);
    const amount = Math.min(item.amount, invoice?.open ?? 0);
    return invoice && amount > 0 ? [{ invoiceId: invoice.id, studentId: invoice.studentId, amount }] : [];
  });
  if (planned.length === 0) throw new ValidationError('form', 'These fees have already been paid.');
  return recordOnline(tx, actor, secret, institutionId, planned);
}
