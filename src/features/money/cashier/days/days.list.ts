import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, day } from '#kernel/schemas.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { visibleDays } from '../cashier.access.ts';

export const dayStates = { open: 'Open', closed: 'Closed', approved: 'Approved' } as const;

/** Of the last count. What is short in one channel and over in another is both, so nothing cancels out. */
const differenceOf = (sign: SQL) =>
  sql<number>`(select coalesce(sum(c.counted - c.expected), 0)::bigint from (
    select distinct on (c.channel) c.counted, c.expected from cashier_counts c
    where c.institution_id = ${cashierDays.institutionId} and c.day_id = ${cashierDays.id}
    order by c.channel, c.turn desc) c
  where c.counted ${sign} c.expected)`.mapWith(Number);

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
  select: (db, actor) =>
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
        // Cashiers count blind: the sum of the own open day stays hidden.
        taken: sql<
          number | null
        >`case when ${cashierDays.closedAt} is not null or ${cashierDays.accountId} is distinct from ${actor.accountId}
          then (select coalesce(sum(p.amount), 0)::float8 from payments p where p.institution_id = ${cashierDays.institutionId}
            and p.cashier_day_id = ${cashierDays.id} and p.status in ('pending', 'successful', 'partly_refunded', 'refunded')) end`,
        short: differenceOf(sql`<`),
        over: differenceOf(sql`>`),
      })
      .from(cashierDays)
      .innerJoin(accounts, eq(accounts.id, cashierDays.accountId)),
});
export type DayRow = Awaited<ReturnType<typeof dayList.readPage>>['rows'][number];
