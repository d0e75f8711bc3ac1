import { page } from '#web/page.ts';
import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { today } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { lockOpenInvoices, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { receiveAtCounter, recordPending, type Share } from '#features/money/payments/receive-payment.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { dayOfPayment } from '#features/money/payments/day-of-payment.ts';
import { holdOpenDay } from '../days/open-day.ts';
import { askAboutDuplicates, findDuplicates } from '#features/money/bank/suspense/identify.ts';
import { lockFamily, type FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { TakePaymentInput, WantedShare } from './payment-fields.ts';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';
import { ValidationError } from '#kernel/errors.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';

/** The page of the counter. */
interface TakePaymentProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  today: string;
  /** The cashier's open day. */
  day: { id: number; day: string } | null;
  family: FamilyDues | null;
  /** The child in the address was not found. */
  isUnknown: boolean;
  can: { backdate: boolean };
}
export const takePaymentPage = page<TakePaymentProps>('cashier/take-payment');

/** Shown when the payment is taken. */
export interface TakenPayment {
  id: number;
  institutionId: number;
  /** Null for a cheque, until it is cleared. */
  receipt: string | null;
  amount: number;
  currency: string;
  credit: number;
  channel: Channel;
  names: string[];
  /** For a moment, by the cashier; not for the own family, and a cheque has paid nothing yet. */
  canUndo: boolean;
}

interface Taken {
  payment: TakenPayment;
  /** Given with the commit; null for a cheque. */
  receipt: Promise<number> | null;
}

/** Takes money at the counter for the children of one family, into the actor's open day. */
export async function takePayment(tx: Tx, actor: Actor, input: TakePaymentInput): Promise<Taken> {
  const { channel, reference, shares: wanted } = input;
  const studentIds = wanted.map(({ student_id }) => student_id);
  const { institutionId, children } = await lockFamily(tx, actor, input.student_id, studentIds);
  allow(actor, 'payments.take', institutionId);
  if (channel !== 'cash') await refuseOwnFamily(tx, actor, { students: studentIds }, onlyCash);
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const day = dayOfPayment(actor, institutionId, input.day, today(timeZone));
  const amount = wanted.reduce((sum, share) => sum + share.amount, 0);
  const sought = { institutionId, studentIds, amount, channel, reference, isConfirmed: input.reference_again };
  // Sent together, and locked in this order.
  const [open, twins, cashierDayId] = await Promise.all([
    lockOpenInvoices(tx, institutionId, studentIds),
    findDuplicates(tx, sought),
    holdOpenDay(tx, actor, institutionId),
  ]);
  const shares = checkShares(wanted, open, currency);
  const referenceAgain = askAboutDuplicates(twins, sought);
  const payment = {
    channel,
    reference,
    referenceAgain,
    amount,
    day,
    shares,
    cashierDayId,
    payerName: input.payer_name,
    payerContact: input.payer_contact,
    note: input.note,
    ...(channel === 'cheque' && { chequeBank: input.cheque_bank, chequeDate: input.cheque_date }),
  };
  await actor.ownFamilyMark?.isKnown;
  const allocated = shares.flatMap((share) => share.allocations).reduce((sum, part) => sum + part.amount, 0);
  const { id, receipt } =
    channel === 'cheque'
      ? { id: await recordPending(tx, actor, institutionId, payment), receipt: null }
      : await receiveAtCounter(tx, actor, institutionId, payment);
  const taken: TakenPayment = {
    id,
    institutionId,
    receipt: null,
    amount,
    currency,
    channel,
    credit: channel === 'cheque' ? 0 : amount - allocated,
    names: children
      .filter((child) => studentIds.includes(child.id))
      .map(({ firstName, surname }) => `${firstName} ${surname}`),
    canUndo: channel !== 'cheque' && !actor.ownFamilyMark?.reason,
  };
  const entry = {
    institutionId,
    summary: `took ${formatMoney({ minor: amount, currency })} (${channels[channel].toLowerCase()})`,
    subject: { type: 'payment', id },
    details: { students: studentIds, ...(input.reference_again && { confirmedAgain: true }) },
  };
  runWithCommit(tx, () => record(tx, actor, channel === 'cheque' ? 'payments.takeCheque' : 'payments.take', entry));
  return { payment: taken, receipt };
}

/** The same with its receipt number: what was kept of it for a request that comes again has none. */
export async function withReceipt(db: Db, actor: Actor, taken: TakenPayment): Promise<TakenPayment> {
  const [payment] = await db
    .select({ number: payments.receiptNumber })
    .from(payments)
    .where(
      and(
        inArray(payments.institutionId, institutionsWhere(actor, 'payments.take')),
        eq(payments.institutionId, taken.institutionId),
        eq(payments.id, taken.id),
      ),
    );
  return { ...taken, receipt: payment?.number ? receiptNumber(payment.number) : null };
}

/** Nobody counts a transfer or a slip at the end of the day. */
const onlyCash = {
  message: 'You can only take cash from your own family. Ask a colleague to take this payment.',
  may: ['payments.take'],
} as const;

/**
 * The shares as they are posted, from the locked invoices: what the cashier saw must still be open, and what is left of
 * a share pays whatever else that child owes before it becomes credit.
 */
function checkShares(wanted: WantedShare[], open: OpenInvoice[], currency: string): Share[] {
  const inWords = (minor: number) => formatMoney({ minor, currency });
  if (new Set(wanted.map(({ student_id }) => student_id)).size < wanted.length)
    throw new ValidationError('shares', 'A child is listed twice. Reload the page.');
  return wanted.map(({ student_id, amount, allocations }): Share => {
    const own = open.filter(({ studentId }) => studentId === student_id);
    const left = new Map(own.map((invoice) => [invoice.id, { ...invoice }]));
    const parts = new Map<number, number>();
    for (const { invoice_id, amount: part, open: seen } of allocations) {
      const invoice = left.get(invoice_id);
      if (!invoice || parts.has(invoice_id))
        throw new ValidationError('open', 'One of these invoices has since been settled. Check the new figures.');
      if (invoice.open !== seen)
        throw new ValidationError(
          'open',
          `${invoiceNumber(invoice.number)} now has ${inWords(invoice.open)} open, not ${inWords(seen)}. Check the new figures.`,
        );
      if (part > invoice.open)
        throw new ValidationError('shares', `${invoiceNumber(invoice.number)} has only ${inWords(invoice.open)} open.`);
      parts.set(invoice_id, part);
      invoice.open -= part;
      invoice.settled += part;
    }
    const allocated = [...parts.values()].reduce((sum, part) => sum + part, 0);
    if (allocated > amount)
      throw new ValidationError(
        'shares',
        `${inWords(allocated)} is assigned to invoices, but only ${inWords(amount)} is paid.`,
      );
    const rest = allocateOldestFirst(
      [...left.values()].filter(({ open: still }) => still > 0),
      amount - allocated,
    );
    for (const { invoiceId, amount: part } of rest.allocations)
      parts.set(invoiceId, (parts.get(invoiceId) ?? 0) + part);
    return {
      studentId: student_id,
      amount,
      allocations: Array.from(parts, ([invoiceId, part]) => ({ invoiceId, amount: part })),
    };
  });
}
