import { and, eq, sql, desc, or } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, can, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError, NotFound } from '#kernel/errors.ts';
import { isOwnAccount } from '#kernel/own-family/own-family.ts';
import { choice, optionalLine } from '#kernel/schemas.ts';
import { cashierDays, payments } from '#features/money/payments/payments.schema.ts';
import { cashierDifferences } from '../cashier.schema.ts';
import { differenceFates } from '../differences/difference-labels.ts';
import { postDifference } from '../differences/explain-difference.ts';
import { lockDay, dayTotals, expectedOf } from './close-day.ts';
import type { CounterChannel } from '#features/money/ledger/channels.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { visibleDays } from '../cashier.access.ts';
import { names } from '#features/money/payments/records/payments.list.ts';

const fate = choice(differenceFates).default('open');

export const ApproveDay = z.object({
  remark: optionalLine(500, 'The remark'),
  cash: fate,
  transfer: fate,
  pos: fate,
  cheque: fate,
});

/** Accepts a closed day. What was missing or left over is posted, or kept open in the cashier's name. Nobody approves the own day or the family’s. */
export async function approveDay(tx: Tx, actor: Actor, dayId: number, input: z.infer<typeof ApproveDay>) {
  const day = await lockDay(tx, actor, dayId);
  const { institutionId, accountId } = day;
  allow(actor, 'payments.approveDay', institutionId);
  if (await isOwnAccount(tx, actor, institutionId, accountId!))
    throw new NotAllowed('You can’t approve your own session, or your family’s. Ask a colleague to do it.');
  if (!day.closedAt) throw new Conflict('This session is still open. Its cashier has to count and close it first.');
  if (day.approvedAt) throw new Conflict('This session is already approved.');
  const differences = (await countsInForce(tx, institutionId, dayId))
    .map(({ channel, expected, counted }) => ({ channel, amount: counted - expected }))
    .filter(({ amount }) => amount !== 0);
  const posted = differences.filter(({ channel }) => input[channel] === 'post');
  if (posted.length > 0 && input.remark === null)
    throw new ValidationError('remark', 'Enter a reason for posting the difference.');
  for (const { channel, amount } of differences) {
    const explained =
      input[channel] === 'post'
        ? { how: 'posted' as const, reason: input.remark, explainedAt: new Date(), explainedBy: actor.accountId }
        : {};
    const [made] = await tx
      .insert(cashierDifferences)
      .values({ institutionId, dayId, channel, amount, accountId, openedBy: actor.accountId!, ...explained })
      .returning();
    if (made!.how === 'posted') await postDifference(tx, actor, made!);
  }
  await tx
    .update(cashierDays)
    .set({ approvedAt: sql`now()`, approvedBy: actor.accountId, approvalRemark: input.remark })
    .where(hasKey(cashierDays, institutionId, dayId));
  await record(tx, actor, 'payments.approveDay', {
    institutionId,
    summary: 'approved a cashier session',
    subject: { type: 'cashier_day', id: dayId },
    details: {
      posted: Object.fromEntries(posted.map(({ channel, amount }) => [channel, amount])),
      kept: Object.fromEntries(
        differences.filter((one) => !posted.includes(one)).map(({ channel, amount }) => [channel, amount]),
      ),
    },
  });
}

interface ChannelCount extends Record<string, unknown> {
  channel: CounterChannel;
  expected: number;
  /** The last count, and the first one if the day was counted again. */
  counted: number;
  firstCounted: number | null;
}

/** The counts of a day by channel, the last one in force; none of an open day. */
async function countsInForce(db: Db, institutionId: number, dayId: number): Promise<ChannelCount[]> {
  const rows = await query<ChannelCount>(db)`
    select distinct on (c.channel) c.channel, c.expected, c.counted, f.counted as "firstCounted"
    from cashier_counts c left join cashier_counts f
      on (f.institution_id, f.day_id, f.channel) = (c.institution_id, c.day_id, c.channel) and f.turn < c.turn
    where c.institution_id = ${institutionId} and c.day_id = ${dayId} order by c.channel, c.turn desc`;
  return rows.map(({ channel, expected, counted, firstCounted }) => ({
    channel,
    expected: Number(expected),
    counted: Number(counted),
    firstCounted: firstCounted === null ? null : Number(firstCounted),
  }));
}

const approver = sql<string | null>`(select a.name from accounts a where a.id = ${cashierDays.approvedBy})`;

/** Receipts shown on a day's page; the rest is in the payment records. */
const receiptsShown = 200;

/**
 * A cashier's day with what it took, expected and counted. Its cashier counts blind: of the own open day there are no amounts,
 * and no sheet to print.
 */
export async function findDay(tx: Tx, actor: Actor, dayId: number, most = receiptsShown) {
  const [day] = await tx
    .select({
      id: cashierDays.id,
      institutionId: cashierDays.institutionId,
      accountId: cashierDays.accountId,
      cashier: accounts.name,
      day: cashierDays.day,
      openingFloat: cashierDays.openingFloat,
      openedAt: cashierDays.openedAt,
      closedAt: cashierDays.closedAt,
      denominations: cashierDays.denominations,
      remark: cashierDays.remark,
      approvedAt: cashierDays.approvedAt,
      approvedBy: approver,
      approvalRemark: cashierDays.approvalRemark,
      recountedAt: cashierDays.recountedAt,
      recountRemark: cashierDays.recountRemark,
      recountDenominations: cashierDays.recountDenominations,
    })
    .from(cashierDays)
    .innerJoin(accounts, eq(accounts.id, cashierDays.accountId))
    .where(and(or(...visibleDays(cashierDays)(actor).map(({ where }) => where)), eq(cashierDays.id, dayId)));
  if (!day) throw new NotFound('cashier session');
  const { institutionId } = day;
  const totals = await dayTotals(tx, institutionId, dayId);
  const counts = await countsInForce(tx, institutionId, dayId);
  const differences = await differencesOf(tx, institutionId, dayId);
  const { rows: receipts, isMore } = await bounded(most, (limit) =>
    tx
      .select({
        id: payments.id,
        number: payments.receiptNumber,
        at: payments.createdAt,
        names,
        channel: payments.channel,
        reference: payments.reference,
        amount: payments.amount,
        status: payments.status,
      })
      .from(payments)
      .where(and(eq(payments.institutionId, institutionId), eq(payments.cashierDayId, dayId)))
      .orderBy(desc(payments.id))
      .limit(limit),
  );
  const isOwn = day.accountId === actor.accountId;
  const isBlind = isOwn && day.closedAt === null;
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  return {
    ...day,
    currency,
    timeZone,
    isBlind,
    channels: totals.map((total) => {
      const { channel, receipts: count, refunded } = total;
      const closed = counts.find((one) => one.channel === channel);
      const expected = closed ? closed.expected : expectedOf(total, day.openingFloat);
      return {
        channel,
        receipts: isBlind ? null : count,
        refunded: isBlind ? null : refunded,
        expected: isBlind ? null : expected,
        counted: closed ? closed.counted : null,
        firstCounted: closed ? closed.firstCounted : null,
      };
    }),
    differences,
    receipts: receipts.map((receipt) => ({ ...receipt, amount: isBlind ? null : receipt.amount })),
    isMore,
    can: {
      close: isBlind,
      recount: isOwn && day.closedAt !== null && day.recountedAt === null && day.approvedAt === null,
      approve:
        !isOwn && day.closedAt !== null && day.approvedAt === null && can(actor, 'payments.approveDay', institutionId),
      explain: !isOwn && can(actor, 'payments.approveDay', institutionId),
    },
  };
}
export type DayRecord = Awaited<ReturnType<typeof findDay>>;

export interface DayDifference extends Record<string, unknown> {
  id: number;
  channel: CounterChannel;
  amount: number;
  how: 'posted' | 'payment' | null;
  reason: string | null;
  explainedBy: string | null;
  paymentId: number | null;
  receipt: number | null;
}

/** The differences of a day, with what explains them. */
async function differencesOf(db: Db, institutionId: number, dayId: number): Promise<DayDifference[]> {
  const rows = await query<DayDifference>(db)`
    select f.id::bigint as id, f.channel, f.amount, f.how, f.reason, a.name as "explainedBy", f.payment_id::bigint as "paymentId",
      p.receipt_number as receipt
    from cashier_differences f left join accounts a on a.id = f.explained_by
    left join payments p on (p.institution_id, p.id) = (f.institution_id, f.payment_id)
    where f.institution_id = ${institutionId} and f.day_id = ${dayId} order by f.id`;
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
