import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { amount, line, optionalLine } from '#kernel/schemas.ts';
import { cashierCounts } from '../cashier.schema.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { visibleDays } from '../cashier.access.ts';
import { countedCash, denominations } from './denominations.ts';
import { counterChannels, type CounterChannel } from '#features/money/ledger/channels.ts';

const pieces = z.coerce
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(0, 'Enter zero or more.')
  .max(1_000_000, 'This is too many. Check the number.');

export const CloseDay = z.object({
  /** Pieces by the value of a note in minor units, `n100000`; in a currency without a list of notes, `cash` is the total. */
  pieces: z
    .record(
      z.string().regex(/^n\d{1,9}$/),
      z.preprocess((value) => (value === '' ? 0 : value), pieces),
    )
    .default({})
    .transform((given) => Object.fromEntries(Object.entries(given).map(([note, count]) => [note.slice(1), count]))),
  cash: z.preprocess((value) => (value === '' ? undefined : value), amount('Cash', { zero: true }).optional()),
  transfer: amount('Transfers', { zero: true }),
  pos: amount('POS', { zero: true }),
  cheque: amount('Cheques', { zero: true }),
  remark: optionalLine(500, 'The remark'),
});
type Count = z.infer<typeof CloseDay>;

export const RecountDay = CloseDay.extend({ remark: line(500, 'The reason') });

/**
 * Counts and locks the actor's own day. The count is made blind: whatever it is, it is kept, and only then the cashier learns
 * what was expected. A payment that is being taken comes first; a later one is refused.
 */
export async function closeDay(tx: Tx, actor: Actor, dayId: number, input: Count) {
  const day = await lockOwnDay(tx, actor, dayId);
  if (day.closedAt) throw new Conflict('This session is already closed.');
  const { notes, differs } = await keepCount(tx, actor, day, 1, input);
  await tx
    .update(cashierDays)
    .set({ closedAt: sql`now()`, remark: input.remark, denominations: notes })
    .where(hasKey(cashierDays, day.institutionId, dayId));
  return differs;
}

/** Counts a closed day once more, until it is approved. The first count stays. */
export async function recountDay(tx: Tx, actor: Actor, dayId: number, input: z.infer<typeof RecountDay>) {
  const day = await lockOwnDay(tx, actor, dayId);
  if (!day.closedAt) throw new Conflict('This session is still open. Count and close it first.');
  if (day.approvedAt)
    throw new Conflict('This session is already approved. Ask the bursar to explain its differences.');
  if (day.recountedAt) throw new Conflict('This session has already been recounted.');
  const { notes, differs } = await keepCount(tx, actor, day, 2, input);
  await tx
    .update(cashierDays)
    .set({ recountedAt: sql`now()`, recountRemark: input.remark, recountDenominations: notes })
    .where(hasKey(cashierDays, day.institutionId, dayId));
  return differs;
}

async function lockOwnDay(tx: Tx, actor: Actor, dayId: number) {
  const day = await lockDay(tx, actor, dayId);
  if (day.accountId !== actor.accountId) throw new NotAllowed('Only the cashier can count this session.');
  return day;
}

async function keepCount(tx: Tx, actor: Actor, day: typeof cashierDays.$inferSelect, turn: 1 | 2, input: Count) {
  const { institutionId, id: dayId } = day;
  const { currency } = membershipIn(actor, institutionId)!;
  const counted = { ...input, cash: cashOf(currency, input) };
  const totals = await dayTotals(tx, institutionId, dayId);
  const counts = totals.map((total) => ({
    institutionId,
    dayId,
    turn,
    channel: total.channel,
    expected: expectedOf(total, day.openingFloat),
    counted: counted[total.channel],
  }));
  await tx.insert(cashierCounts).values(counts);
  const differs = counts.some(({ expected, counted: found }) => expected !== found);
  await record(tx, actor, turn === 1 ? 'payments.closeDay' : 'payments.recountDay', {
    institutionId,
    summary: `${turn === 1 ? 'closed' : 'counted again'} a cashier session${differs ? ' with a difference' : ''}`,
    subject: { type: 'cashier_day', id: dayId },
    details: { counts: counts.map(({ channel, expected, counted: found }) => ({ channel, expected, counted: found })) },
  });
  return { notes: currency in denominations ? input.pieces : null, differs };
}

function cashOf(currency: string, { pieces: given, cash }: Count): number {
  const values = denominations[currency];
  if (!values) {
    if (cash === undefined) throw new ValidationError('cash', 'Enter the cash that you counted.');
    return cash;
  }
  const unknown = Object.keys(given).find((value) => !values.includes(Number(value)));
  if (unknown) throw new ValidationError('pieces', 'One of these notes doesn’t exist. Reload the page.');
  return countedCash(given);
}

/** A day that the actor can see, locked against payments; NotFound otherwise. */
export async function lockDay(tx: Tx, actor: Actor, dayId: number) {
  for (const { where } of visibleDays(cashierDays)(actor)) {
    const [row] = await tx
      .select()
      .from(cashierDays)
      .where(and(where, eq(cashierDays.id, dayId)))
      .for('update');
    if (row) return row;
  }
  throw new NotFound('cashier session');
}

interface ChannelTotal {
  channel: CounterChannel;
  /** How many payments, without reversed and bounced ones. */
  receipts: number;
  /** What they brought, less what was handed back through this channel. */
  received: number;
  refunded: number;
}

/** What a day took by channel. A cheque counts from the hour it lies in the drawer, until it bounces. */
export async function dayTotals(db: Db, institutionId: number, dayId: number): Promise<ChannelTotal[]> {
  const rows = await query<{ channel: CounterChannel; receipts: number; took: number; refunded: number }>(db, render)`
    with taken as (
      select channel, count(*) as receipts, sum(amount) as took from payments
      where institution_id = ${institutionId} and cashier_day_id = ${dayId}
        and status in ('pending', 'successful', 'partly_refunded', 'refunded')
      group by channel),
    handed as (
      select channel, sum(amount) as refunded from refunds
      where institution_id = ${institutionId} and cashier_day_id = ${dayId} group by channel)
    select c.channel, coalesce(t.receipts, 0)::int as receipts, coalesce(t.took, 0)::bigint as took,
      coalesce(h.refunded, 0)::bigint as refunded
    from unnest(${sql.param([...counterChannels])}::text[]) c (channel)
    left join taken t on t.channel = c.channel left join handed h on h.channel = c.channel`;
  const found = new Map(rows.map((row) => [row.channel, row]));
  return counterChannels.map((channel) => {
    const { receipts = 0, took = 0, refunded = 0 } = found.get(channel) ?? {};
    return { channel, receipts, received: Number(took) - Number(refunded), refunded: Number(refunded) };
  });
}

/** What must be there at the close: the float is in the drawer too. Handed out more than taken: nothing is expected. */
export const expectedOf = ({ channel, received }: ChannelTotal, openingFloat: number): number =>
  channel === 'cash' ? openingFloat + received : Math.max(received, 0);
