import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, day } from '#kernel/schemas.ts';
import { cashierDays } from '#features/receivables/payments.schema.ts';
import { visibleDays } from '../payments.access.ts';

export const dayStates = { open: 'Open', closed: 'Closed', approved: 'Approved' } as const;

const difference = sql<number>`(select sum(c.counted - c.expected)::bigint from cashier_counts c
  where c.institution_id = ${cashierDays.institutionId} and c.day_id = ${cashierDays.id})`;

/** Days of cashiers, latest first. */
export const dayList = declareList({
  id: cashierDays.id,
  visible: visibleDays(cashierDays),
  filters: {
    state: filterBy(choice(dayStates), (state) =>
      state === 'open'
        ? isNull(cashierDays.closedAt)
        : state === 'approved'
          ? isNotNull(cashierDays.approvedAt)
          : and(isNotNull(cashierDays.closedAt), isNull(cashierDays.approvedAt)),
    ),
    from: filterBy(day, (from) => sql`${cashierDays.day} >= ${from}::date`),
    to: filterBy(day, (to) => sql`${cashierDays.day} <= ${to}::date`),
  },
  select: (db) =>
    db
      .select({
        id: cashierDays.id,
        institutionId: cashierDays.institutionId,
        cashier: accounts.name,
        day: cashierDays.day,
        openedAt: sql<string>`${cashierDays.openedAt}`,
        closedAt: sql<string | null>`${cashierDays.closedAt}`,
        approvedAt: sql<string | null>`${cashierDays.approvedAt}`,
        receipts: sql<number>`(select count(*)::int from payments p where p.institution_id = ${cashierDays.institutionId}
          and p.cashier_day_id = ${cashierDays.id} and p.status in ('pending', 'successful', 'partly_refunded', 'refunded'))`,
        taken:
          sql<number>`(select coalesce(sum(p.amount), 0)::bigint from payments p where p.institution_id = ${cashierDays.institutionId}
          and p.cashier_day_id = ${cashierDays.id} and p.status in ('pending', 'successful', 'partly_refunded', 'refunded'))`.mapWith(
            Number,
          ),
        difference: difference.mapWith(Number),
      })
      .from(cashierDays)
      .innerJoin(accounts, eq(accounts.id, cashierDays.accountId)),
});
export type DayRow = Awaited<ReturnType<typeof dayList.readPage>>['rows'][number];
