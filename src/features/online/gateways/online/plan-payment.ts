import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { notify } from '#kernel/notify.ts';
import { providers } from '../gateways.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { openDues } from '#features/money/invoices/dues/allocate.ts';
import type { OpenInvoice } from '#features/money/invoices/open-invoices.ts';

/** Records the credit and notifies the payer. */
export async function notifyOfPayment(tx: Tx, actor: Actor, online: OnlinePayment, minor = online.amount) {
  const { institutionId, currency, provider, reference } = online;
  const paid = formatMoney({ minor, currency });
  await record(tx, actor, 'payments.creditOnline', {
    institutionId,
    subject: { type: 'payment', id: online.paymentId! },
    summary: `credited ${paid} from ${providers[provider]} (${reference})`,
  });
  // Buyers get a message from their order.
  if (online.accountId === null) return;
  await notify(tx, {
    institutionId,
    to: [online.accountId],
    kind: 'payments.paidOnline',
    title: `Your payment of ${paid} has arrived`,
    body: online.mode === 'test' ? 'This was a test. No money was taken.' : 'Open it to see the receipt.',
    href: `/online-payments/${online.id}`,
  });
}

export type OnlinePayment = typeof onlinePayments.$inferSelect;

/** The online payments that the actor started. Their pages are nobody else's. */
const startedBy = (actor: Actor) =>
  and(
    inArray(onlinePayments.institutionId, institutionsWhere(actor, 'fees.viewSelf')),
    eq(onlinePayments.accountId, actor.accountId ?? 0),
  );

const isOwn = (actor: Actor, id: number) => and(startedBy(actor), eq(onlinePayments.id, id));

export async function ownPayment(db: Db, actor: Actor, id: number): Promise<OnlinePayment> {
  const [row] = await db.select().from(onlinePayments).where(isOwn(actor, id));
  return orNotFound(row, 'payment');
}

export async function lockOwnPayment(tx: Tx, actor: Actor, id: number): Promise<OnlinePayment> {
  const [row] = await tx.select().from(onlinePayments).where(isOwn(actor, id)).for('no key update');
  return orNotFound(row, 'payment');
}

export const whereOnline = ({ institutionId, id }: Pick<OnlinePayment, 'institutionId' | 'id'>) =>
  hasKey(onlinePayments, institutionId, id);

/** What is paid of an invoice. */
export interface PlannedItem {
  invoiceId: number;
  studentId: number;
  amount: number;
}

/** A due as the page names it: `12-2026-11-20`. */
const dueKey = (invoiceId: number, dueOn: string) => `${invoiceId}-${dueOn}`;

/** What is open of each due of the invoices, the oldest first; dues of one invoice and day are one. */
export function duesOf(invoices: readonly OpenInvoice[]) {
  const all = new Map<string, { key: string; dueOn: string; invoice: OpenInvoice; amount: number; open: number }>();
  for (const invoice of invoices)
    for (const { dueOn, amount, open } of openDues(invoice)) {
      const key = dueKey(invoice.id, dueOn);
      const known = all.get(key);
      all.set(key, {
        key,
        dueOn,
        invoice,
        amount: amount + (known?.amount ?? 0),
        open: open + (known?.open ?? 0),
      });
    }
  return [...all.values()]
    .filter(({ open }) => open > 0)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : Number(a.dueOn > b.dueOn)) || a.invoice.id - b.invoice.id);
}

/** Spreads an amount over the chosen dues, the oldest first. Refuses what is not open, too much and too little. */
export function planPayment(
  open: readonly OpenInvoice[],
  { dues, amount, minimum, currency }: { dues: readonly string[]; amount: number; minimum: number; currency: string },
): PlannedItem[] {
  const wanted = new Set(dues);
  const chosen = duesOf(open).filter(({ key }) => wanted.has(key));
  if (chosen.length !== wanted.size)
    throw new ValidationError(
      'dues',
      'Some of these fees have since been paid or changed. Reload the page and choose again.',
    );
  const sum = chosen.reduce((total, due) => total + due.open, 0);
  const shown = (minor: number) => formatMoney({ minor, currency });
  if (amount > sum) throw new ValidationError('amount', `The chosen fees come to ${shown(sum)}. Pay that or less.`);
  const least = Math.min(minimum, sum);
  if (amount < least) throw new ValidationError('amount', `Pay at least ${shown(least)}.`);
  const items = new Map<number, PlannedItem>();
  let rest = amount;
  for (const { invoice, open: left } of chosen) {
    const part = Math.min(rest, left);
    rest -= part;
    if (part === 0) continue;
    const before = items.get(invoice.id)?.amount ?? 0;
    items.set(invoice.id, { invoiceId: invoice.id, studentId: invoice.studentId, amount: before + part });
  }
  return [...items.values()];
}
