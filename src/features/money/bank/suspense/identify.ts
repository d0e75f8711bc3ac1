import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today, formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, checkbox, choice, day, id, line, list, optionalLine } from '#kernel/schemas.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { placePayment } from '#features/money/payments/corrections/refund-payment.ts';
import { lockPayment, paymentName, receivePayment } from '#features/money/payments/receive-payment.ts';
import { receiptNumber, paymentStatuses, type PaymentStatus } from '#features/money/payments/payments.ts';
import { countOf } from '#ui/format.ts';
import { lockFamily } from '#features/money/payments/family/family-dues.queries.ts';
import { dayOfPayment } from '#features/money/payments/day-of-payment.ts';
import { findPayment } from '#features/money/payments/records/receipts.ts';
import { isOneOf, query, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { isShownOn } from '../statements/take-lines.ts';
import { type LockedPayment, shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { todayIn } from '#kernel/database/day-in.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';

const mostShares = 30;

export const Identify = z.object({
  student_id: id,
  /** The parts of siblings, which sum to the payment; all of it is the student's without them. */
  shares: list(z.object({ student_id: id, amount: amount() })).refine(
    (shares) => shares.length <= mostShares,
    `Split it between up to ${mostShares} students.`,
  ),
  /** Confirmed: not the transfer that the gateway credited. */
  again: checkbox,
  /** Goes on with the next one. */
  to_list: checkbox,
});

/** Gives money in suspense to a child or splits it over the siblings; each part pays the oldest dues first. */
export async function identify(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  { student_id: headId, shares, again }: z.output<typeof Identify>,
) {
  const { institutionId } = await findPayment(tx, actor, paymentId);
  allow(actor, 'payments.place', institutionId);
  const family = await lockFamily(
    tx,
    actor,
    headId,
    shares.map(({ student_id }) => student_id),
  );
  if (family.institutionId !== institutionId)
    throw new ValidationError('student_id', 'This student belongs to another institution.');
  const parts = shares.length > 0 ? shares : [{ student_id: headId, amount: null }];
  const ids = parts.map(({ student_id }) => student_id);
  if (new Set(ids).size < ids.length) throw new ValidationError('shares', 'List each student once.');
  const open = await lockOpenInvoices(tx, institutionId, ids);
  const payment = (await lockPayment(tx, institutionId, paymentId))!;
  if (!payment.inSuspense) throw new Conflict('This payment has been identified already.');
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const priced = (minor: number) => formatMoney({ minor, currency });
  const placed = parts.map((part) => shareOldestFirst(part.student_id, part.amount ?? payment.amount, open));
  const sum = placed.reduce((all, share) => all + share.amount, 0);
  if (sum !== payment.amount)
    throw new ValidationError('shares', `The parts total ${priced(sum)}, the payment is ${priced(payment.amount)}.`);
  if (!again) await refuseCredited(tx, payment, ids);
  await placePayment(tx, actor, payment, { shares: placed, day: today(timeZone) });
  await record(tx, actor, 'payments.place', {
    institutionId,
    summary: `identified ${paymentName(payment)}`,
    subject: { type: 'payment', id: paymentId },
    details: placed.length === 1 ? { student: headId } : { students: ids },
  });
  const paid = placed.flatMap(({ allocations }) => allocations);
  const credit = sum - paid.reduce((all, part) => all + part.amount, 0);
  const done = [
    `${paymentName(payment)} is identified.`,
    paid.length > 0 && `It paid ${priced(sum - credit)} of ${countOf(paid.length, 'invoice')}.`,
    credit > 0 && `${priced(credit)} is credit.`,
  ];
  return done.filter(Boolean).join(' ');
}

export const RecordUnknown = z.object({
  institutionId: id,
  amount: amount(),
  channel: choice({ transfer: 'Transfer', pos: 'POS' }),
  reference: line(100, 'The reference').transform((text) => text.toUpperCase()),
  reference_again: checkbox,
  day,
  payer_name: optionalLine(150, 'The payer’s name'),
  note: optionalLine(300, 'The note'),
});

/** Money that nobody can place yet waits in suspense. */
export async function recordUnknown(tx: Tx, actor: Actor, input: z.infer<typeof RecordUnknown>) {
  const { institutionId, amount: minor, channel, reference } = input;
  allow(actor, 'payments.place', institutionId);
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const on = dayOfPayment(actor, institutionId, input.day, today(timeZone));
  const isConfirmed = input.reference_again;
  const sought = { institutionId, studentIds: [], amount: minor, channel, reference, isConfirmed };
  const referenceAgain = askAboutDuplicates(await findDuplicates(tx, sought), sought);
  const { id: paymentId, receipt } = await receivePayment(tx, actor, institutionId, {
    channel,
    reference,
    referenceAgain,
    amount: minor,
    day: on,
    shares: [],
    payerName: input.payer_name,
    note: input.note,
  });
  await record(tx, actor, 'payments.recordUnknown', {
    institutionId,
    summary: `recorded ${formatMoney({ minor, currency })} as an unidentified payment (${receiptNumber(receipt!)})`,
    subject: { type: 'payment', id: paymentId },
  });
  return paymentId;
}

/**
 * Refuses to identify money that is recorded for the same student already, by a cashier or the gateway: of the same
 * amount within days, and shown by no statement. The students are locked by the caller.
 */
async function refuseCredited(tx: Tx, payment: LockedPayment, studentIds: number[]): Promise<void> {
  const { institutionId, id, amount, day } = payment;
  const [twin] = await query<{ name: string; isOnline: boolean }>(tx)`
    select coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'A cheque that waits') as name,
      p.channel = 'gateway' as "isOnline"
    from payment_shares h join payments_unseen_at_bank p using (institution_id, payment_id)
    where h.institution_id = ${institutionId} and ${isOneOf(sql`h.student_id`, studentIds)} and p.payment_id <> ${id}
      -- A share without an amount is left where money was taken back.
      and h.amount > 0 and p.amount = ${amount}
      and ${isShownOn(sql`${day}::date`)}
    order by p.payment_id limit 1`;
  if (!twin) return;
  const { name, isOnline } = twin;
  throw new ValidationError(
    'again',
    isOnline
      ? `The payment gateway credited the same amount within these days (${name}). If it is the same money, reverse this payment instead.`
      : `${name} has the same amount within these days, and no statement has shown it. If it is the same money, undo this line and match it to that payment.`,
  );
}

interface Sought {
  institutionId: number;
  studentIds: number[];
  amount: number;
  channel: Channel;
  reference: string | null;
  isConfirmed: boolean;
}

const Twin = z.object({
  id: z.number(),
  number: z.number().nullable(),
  isRecent: z.boolean(),
  amount: z.number(),
  currency: z.string(),
  day: z.string(),
  status: z.custom<PaymentStatus>(),
  channel: z.custom<Channel>(),
  again: z.number(),
  name: z.string().nullable(),
});
type Twin = z.infer<typeof Twin>;

const twinColumns = sql`p.id, p.receipt_number as number, p.created_at > now() - interval '10 minutes' as "isRecent", p.amount, p.currency, p.day::text as day, p.status, p.channel,
  p.reference_again as again,
  (select string_agg(s.first_name || ' ' || s.surname, ', ' order by s.id) from payment_shares h
    join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
    where h.institution_id = p.institution_id and h.payment_id = p.id) as name`;

interface Duplicates {
  sameReference: Twin[];
  sameAmount: Twin[];
}

/**
 * Payments with the same reference, and one of the same amount for one of the children: taken in the last ten minutes, or
 * shown by a bank statement within days, where the new one would reach the bank too. What a statement showed and nobody has
 * identified may be anybody's.
 */
export async function findDuplicates(tx: Tx, sought: Sought): Promise<Duplicates> {
  const [sameReference, sameAmount] = await Promise.all([
    findSameReference(tx, sought),
    sought.isConfirmed ? [] : findSameAmount(tx, sought),
  ]);
  return { sameReference, sameAmount };
}

/**
 * Asks about them. Returns the number that tells payments with the same reference apart once somebody has confirmed.
 */
export function askAboutDuplicates({ sameReference, sameAmount }: Duplicates, { isConfirmed, channel }: Sought) {
  const [twin] = [...sameReference, ...sameAmount];
  if (twin && !isConfirmed) throw new ValidationError('reference_again', question(twin, sameReference.length > 0));
  const again = sameReference.filter((one) => one.channel === channel).map((one) => one.again + 1);
  return Math.max(0, ...again);
}

async function findSameReference(tx: Tx, { institutionId, reference }: Sought): Promise<Twin[]> {
  if (reference === null) return [];
  return query(
    tx,
    sql`select ${twinColumns} from payments p where p.institution_id = ${institutionId} and p.reference = ${reference}
    order by p.id desc`,
    Twin,
  );
}

async function findSameAmount(tx: Tx, { institutionId, studentIds, amount, channel }: Sought): Promise<Twin[]> {
  // As a list of ids: with an `or`, all payments that the school has ever had would be read, at every payment.
  const ofTheseOrUnknown = sql`
    select h.payment_id from payment_shares h
    where h.institution_id = ${institutionId} and ${isOneOf(sql`h.student_id`, studentIds)}
    union all
    select u.id from payments u where u.institution_id = ${institutionId} and u.in_suspense and ${channel} <> 'cash'
      and u.day > ${todayIn(institutionId)} - 8`;
  return query(
    tx,
    sql`
    select ${twinColumns} from payments p
    where p.institution_id = ${institutionId} and p.id = any (array(${ofTheseOrUnknown}))
      and p.amount = ${amount} and p.status in ('pending', 'successful')
      and (p.created_at > now() - interval '10 minutes' or ${channel} <> 'cash' and p.day > ${todayIn(institutionId)} - 8
        and p.is_seen_at_bank)
    order by p.id desc fetch first row only`,
    Twin,
  );
}

function question({ number, id, isRecent, amount, currency, day, name, channel, status }: Twin, isReference: boolean) {
  if (name === null && !isReference)
    return `${formatMoney({ minor: amount, currency })} of ${formatDay(day)} is on the bank statement and not identified (${number === null ? `payment ${id}` : receiptNumber(number)}). If it is this payment, identify it instead.`;
  const what = `${number === null ? `Payment ${id}` : receiptNumber(number)} of ${formatMoney({ minor: amount, currency })}`;
  const whose = name ? ` for ${name}` : '';
  const state = status === 'successful' ? '' : `, ${paymentStatuses[status].toLowerCase()}`;
  return isReference
    ? `${what}${whose} (${channels[channel].toLowerCase()}, ${formatDay(day)}${state}) has the same reference.`
    : isRecent
      ? `${what}${whose} was taken in the last ten minutes (${channels[channel].toLowerCase()}${state}).`
      : `${what}${whose} of ${formatDay(day)} is on the bank statement (${channels[channel].toLowerCase()}${state}).`;
}
