import { hasKey } from '#kernel/database.ts';
import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { cashierDifferences } from '../cashier.schema.ts';
import { visibleDays } from '../cashier.access.ts';
import { counterChannelLabels, differenceStates } from './difference-labels.ts';

/** Differences of approved days, the latest first; cashiers see their own. */
export const differenceList = declareList({
  id: cashierDifferences.id,
  visible: visibleDays(cashierDifferences),
  filters: {
    state: filterBy(choice(differenceStates), (state) =>
      state === 'open' ? isNull(cashierDifferences.explainedAt) : isNotNull(cashierDifferences.explainedAt),
    ),
    channel: filterBy(choice(counterChannelLabels), (channel) => eq(cashierDifferences.channel, channel)),
  },
  select: (db) =>
    db
      .select({
        id: cashierDifferences.id,
        institutionId: cashierDifferences.institutionId,
        dayId: cashierDifferences.dayId,
        day: cashierDays.day,
        cashier: accounts.name,
        channel: cashierDifferences.channel,
        amount: cashierDifferences.amount,
        how: cashierDifferences.how,
        reason: cashierDifferences.reason,
        days: sql<number>`(${todayIn(cashierDifferences.institutionId)} - ${cashierDays.day})`,
      })
      .from(cashierDifferences)
      .innerJoin(cashierDays, hasKey(cashierDays, cashierDifferences.institutionId, cashierDifferences.dayId))
      .innerJoin(accounts, eq(accounts.id, cashierDifferences.accountId)),
});
export type DifferenceRow = Awaited<ReturnType<typeof differenceList.readPage>>['rows'][number];
