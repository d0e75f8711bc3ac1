import { and, asc, desc, eq, or, sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { cashierCounts, cashierDays, payments } from '#features/receivables/payments.schema.ts';
import { visibleDays } from '../payments.access.ts';
import { names } from '../records/names.ts';
import { dayTotals, expectedOf } from './day-totals.ts';

const approver = sql<string | null>`(select a.name from accounts a where a.id = ${cashierDays.approvedBy})`;

/** Receipts shown on a day's page; the rest is in the payment records. */
const receiptsShown = 200;

/** A cashier's day with what it took, expected and counted. */
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
    })
    .from(cashierDays)
    .innerJoin(accounts, eq(accounts.id, cashierDays.accountId))
    .where(and(or(...visibleDays(cashierDays)(actor).map(({ where }) => where)), eq(cashierDays.id, dayId)));
  if (!day) throw new NotFound('cashier day');
  const { institutionId } = day;
  const totals = await dayTotals(tx, institutionId, dayId);
  const counts = await tx
    .select({ channel: cashierCounts.channel, expected: cashierCounts.expected, counted: cashierCounts.counted })
    .from(cashierCounts)
    .where(and(eq(cashierCounts.institutionId, institutionId), eq(cashierCounts.dayId, dayId)))
    .orderBy(asc(cashierCounts.channel));
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
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  return {
    ...day,
    ...{ currency, timeZone },
    channels: totals.map((total) => {
      const closed = counts.find(({ channel }) => channel === total.channel);
      return {
        ...total,
        expected: closed ? closed.expected : expectedOf(total, day.openingFloat),
        counted: closed ? closed.counted : null,
      };
    }),
    receipts,
    isMore,
    can: {
      close: isOwn && day.closedAt === null,
      approve:
        !isOwn && day.closedAt !== null && day.approvedAt === null && can(actor, 'payments.approveDay', institutionId),
    },
  };
}
export type DayRecord = Awaited<ReturnType<typeof findDay>>;
