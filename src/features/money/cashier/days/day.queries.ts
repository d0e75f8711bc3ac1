import { and, desc, eq, or, sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { cashierDays, payments } from '#features/money/payments/payments.schema.ts';
import { visibleDays } from '../cashier.access.ts';
import { names } from '#features/money/payments/records/names.ts';
import { differencesOf } from '../differences/differences.queries.ts';
import { countsInForce } from './counts.queries.ts';
import { dayTotals, expectedOf } from './day-totals.ts';

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
  if (!day) throw new NotFound('cashier day');
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
