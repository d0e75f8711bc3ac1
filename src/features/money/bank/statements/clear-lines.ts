import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Entry, type Line } from '#features/money/ledger/post.ts';
import { receivePayment, type Share } from '#features/money/payments/receive-payment.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import { settleLine, type LockedLine } from './take-lines.ts';

type Told = Pick<Entry, 'day' | 'description'>;

/** The part of the ledger's source that posts a line. It is another one after each undoing. */
export const partOf = ({ turn }: Pick<LockedLine, 'turn'>) => (turn === 1 ? 'bank_line' : `bank_line ${turn}`);

/** The entry that moves a line's money between the bank's account and another one. */
export const clearing = (line: LockedLine, against: Line['to'], told: Told): Entry =>
  clearingOf(line, [{ to: against, amount: -line.amount }], told);

/** The same against several accounts, whose lines sum to the line's amount below zero. */
export const clearingOf = (line: LockedLine, against: Line[], told: Told): Entry => ({
  ...told,
  source: 'deposit',
  sourceId: line.id,
  part: partOf(line),
  lines: [{ to: line.ledgerAccountId!, amount: line.amount }, ...against],
});

export interface SeenPayment {
  id: number;
  channel: Channel;
}

/** Marks payments as seen at the bank and posts their clearing, in one entry each. */
export async function matchToPayments(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  seen: { line: LockedLine; payment: SeenPayment; day: Day }[],
): Promise<void> {
  const entries = seen.map(({ line, payment, day }) =>
    clearing(line, channelAccount(payment.channel), { day, description: 'Payment seen at the bank' }),
  );
  await post(tx, actor, institutionId, entries);
  for (const { line, payment } of seen) await settleLine(tx, actor, line, { state: 'matched', payments: [payment.id] });
}

/**
 * Records a line as a payment by transfer and posts its clearing; without shares it waits in suspense. Students and
 * invoices are locked by the caller, as is the line.
 */
export async function receiveLine(tx: Tx, actor: Actor, line: LockedLine, shares: Share[], day: Day) {
  const { institutionId, amount, reference, bank } = line;
  const payment = await receivePayment(tx, actor, institutionId, {
    channel: 'transfer',
    provider: bank,
    reference,
    amount,
    day,
    shares,
    referenceAgain: reference === null ? 0 : await timesUsed(tx, institutionId, bank, reference),
    note: line.narration?.slice(0, 300) ?? null,
  });
  await post(tx, actor, institutionId, [clearing(line, 'transfer', { day, description: 'Payment seen at the bank' })]);
  await settleLine(tx, actor, line, {
    state: shares.length > 0 ? 'received' : 'suspense',
    payments: [payment.id],
    studentId: shares.length === 1 ? shares[0]!.studentId : null,
  });
  return payment;
}

/** Banks print one reference on several lines; each line is still a payment of its own. */
async function timesUsed(tx: Tx, institutionId: number, bank: string, reference: string): Promise<number> {
  const rows = await query<{ next: number }>(
    tx,
    render(sql`
    select coalesce(max(p.reference_again) + 1, 0)::int as next from ${payments} p
    where p.institution_id = ${institutionId} and p.channel = 'transfer' and p.provider = ${bank}
      and lower(p.reference) = lower(${reference})`),
  );
  return rows[0]!.next;
}

/** The account whose money becomes money at the bank. Waivers and opening credits never do. */
export function channelAccount(channel: Channel): Line['to'] {
  if (channel === 'waiver' || channel === 'opening') throw new Error(`A payment by ${channel} is never at the bank.`);
  return channel;
}
