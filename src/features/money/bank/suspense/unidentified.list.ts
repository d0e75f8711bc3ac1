import { and, eq, or, sql } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { ages, type Age } from './ages.ts';

const channels = { transfer: 'Transfer', pos: 'POS', cash: 'Cash', cheque: 'Cheque', gateway: 'Online' };

const days = sql<number>`(${todayIn(sql`payments.institution_id`)} - payments.day)`;

const isOfAge = (age: Age) => {
  const { from, to } = ages[age];
  return to === null ? sql`${days} >= ${from}` : sql`${days} between ${from} and ${to}`;
};

/** Money that nobody could place yet, the oldest first. */
export const unidentifiedList = declareList({
  id: payments.id,
  sortKey: sql`to_char(payments.day, 'YYYYMMDD') collate "C"`,
  visible: (actor, wanted) =>
    inInstitutions(payments.institutionId, 'payments.place')(actor, wanted).map(({ where }) => ({
      where: and(where, sql`payments.in_suspense`),
    })),
  filters: {
    q: searchIn(
      payments.reference,
      payments.note,
      payments.payerName,
      sql`'RCT-' || lpad(payments.receipt_number::text, 6, '0')`,
    ),
    channel: filterBy(choice(channels), (channel) => eq(payments.channel, channel)),
    age: filterBy(choice({ '0': '', '8': '', '31': '', '91': '' }), (age) => isOfAge(age)),
  },
  select: (db) =>
    db
      .select({
        id: payments.id,
        institutionId: payments.institutionId,
        number: payments.receiptNumber,
        day: payments.day,
        days,
        amount: payments.amount,
        currency: payments.currency,
        channel: payments.channel,
        reference: payments.reference,
        payer: payments.payerName,
        narration: payments.note,
        sortKey: sql<string>`to_char(payments.day, 'YYYYMMDD')`,
      })
      .from(payments),
});
export type UnidentifiedRow = Awaited<ReturnType<typeof unidentifiedList.readPage>>['rows'][number];

export const SuspenseTotal = z.object({
  currency: z.string(),
  age: z.custom<Age>(),
  count: z.number(),
  total: z.number(),
});
export type SuspenseTotal = z.infer<typeof SuspenseTotal>;

/** What waits in suspense, by currency and age; filters narrow it, all but the age. */
export async function suspenseByAge(db: Db, actor: Actor, filter: object): Promise<SuspenseTotal[]> {
  const conditions = unidentifiedList.conditions(actor, { ...filter, age: undefined });
  if (conditions.length === 0) return [];
  const age = sql`case when ${days} <= 7 then '0' when ${days} <= 30 then '8' when ${days} <= 90 then '31' else '91' end`;
  const rows = await query(
    db,
    render(sql`
    select currency, ${age} as age, count(*)::int as count, sum(amount)::bigint as total
    from payments where ${or(...conditions)} group by 1, 2 order by 1, min(${days})`),
    SuspenseTotal,
  );
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}
