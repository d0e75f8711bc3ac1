import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { todayIn } from '#kernel/database/day-in.ts';
import { isOneOf, query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber, type PaymentStatus } from '#features/money/payments/payments.ts';

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

export interface Duplicates {
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
export function askAboutDuplicates(
  { sameReference, sameAmount }: Duplicates,
  { isConfirmed, channel }: Sought,
): number {
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
  return query(
    tx,
    sql`
    select ${twinColumns} from payments p
    where p.institution_id = ${institutionId} and p.amount = ${amount} and p.status in ('pending', 'successful')
      and (p.created_at > now() - interval '10 minutes' or ${channel} <> 'cash' and p.day > ${todayIn(institutionId)} - 8
        and exists (select from bank_line_payments t where t.institution_id = p.institution_id and t.payment_id = p.id))
      and (p.id in (
          select h.payment_id from payment_shares h
          where h.institution_id = ${institutionId} and ${isOneOf(sql`h.student_id`, studentIds)})
        or ${channel} <> 'cash' and p.in_suspense and p.day > ${todayIn(institutionId)} - 8)
    order by p.id desc fetch first row only`,
    Twin,
  );
}

function question(
  { number, id, isRecent, amount, currency, day, name, channel, status }: Twin,
  isReference: boolean,
): string {
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
