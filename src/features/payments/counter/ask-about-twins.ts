import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import {
  channels,
  paymentStatuses,
  receiptNumber,
  type Channel,
  type PaymentStatus,
} from '#features/receivables/receivables.ts';

interface Sought {
  institutionId: number;
  studentIds: number[];
  amount: number;
  channel: Channel;
  reference: string | null;
}

interface Twin {
  id: number;
  number: number | null;
  amount: number;
  currency: string;
  day: string;
  status: PaymentStatus;
  channel: Channel;
  again: number;
  name: string | null;
}

const twinColumns = sql`p.id, p.receipt_number as number, p.amount, p.currency, p.day::text as day, p.status, p.channel,
  p.reference_again as again,
  (select string_agg(s.first_name || ' ' || s.surname, ', ' order by s.id) from payment_shares h
    join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
    where h.institution_id = p.institution_id and h.payment_id = p.id) as name`;

/**
 * Asks when a payment with the same reference exists, or one of the same amount for one of the children was taken in the
 * last ten minutes. Returns the number that tells payments with the same reference apart once somebody has confirmed.
 */
export async function askAboutTwins(tx: Tx, sought: Sought, isConfirmed: boolean): Promise<number> {
  const sameReference = await findSameReference(tx, sought);
  if (!isConfirmed) {
    const [twin] = sameReference.length ? sameReference : await findSameAmount(tx, sought);
    if (twin) throw new Refused('reference_again', question(twin, sameReference.length > 0));
  }
  const sameChannel = sameReference.filter(({ channel }) => channel === sought.channel);
  return sameChannel.length ? Math.max(...sameChannel.map(({ again }) => again)) + 1 : 0;
}

async function findSameReference(tx: Tx, { institutionId, reference }: Sought): Promise<Twin[]> {
  if (reference === null) return [];
  const { rows } = await tx.execute<Twin & Record<string, unknown>>(sql`
    select ${twinColumns} from payments p where p.institution_id = ${institutionId} and p.reference = ${reference}
    order by p.id desc`);
  return rows;
}

async function findSameAmount(tx: Tx, { institutionId, studentIds, amount }: Sought): Promise<Twin[]> {
  const { rows } = await tx.execute<Twin & Record<string, unknown>>(sql`
    select ${twinColumns} from payments p
    where p.institution_id = ${institutionId} and p.amount = ${amount} and p.status in ('pending', 'successful')
      and p.created_at > now() - interval '10 minutes' and p.id in (
        select payment_id from payment_shares where institution_id = ${institutionId}
          and student_id = any (${sql.param(studentIds)}::bigint[]))
    order by p.id desc fetch first row only`);
  return rows;
}

function question({ number, id, amount, currency, day, name, channel, status }: Twin, isReference: boolean): string {
  const what = `${number === null ? `Payment ${id}` : receiptNumber(number)} of ${formatMoney({ minor: amount, currency })}`;
  const whose = name ? ` for ${name}` : '';
  const state = status === 'successful' ? '' : `, ${paymentStatuses[status].toLowerCase()}`;
  return isReference
    ? `${what}${whose} (${channels[channel].toLowerCase()}, ${formatDay(day)}${state}) has the same reference.`
    : `${what}${whose} was taken in the last ten minutes (${channels[channel].toLowerCase()}${state}).`;
}
