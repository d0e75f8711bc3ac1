import { eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { searchable } from '#kernel/searchable.ts';
import { choice, day, id } from '#kernel/schemas.ts';
import { matches, patternsOf, wordsIn } from '#features/records/people/search-patterns.ts';
import { payments } from '../payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paidStatuses, paymentStatuses } from '../payments.ts';
import { areCounted, visiblePayments } from '../payments.access.ts';
import { atBank } from '../at-bank.ts';
import { bankFilter } from './bank-filter.ts';

/** The students whom a row of `payments` is for: 'Obi, Ada; Obi, Emeka'. What an order is for stands in its note. */
export const names = sql<string | null>`coalesce((
  select string_agg(s.surname || ', ' || s.first_name, '; ' order by s.sort_name, s.id)
  from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
  where h.institution_id = payments.institution_id and h.payment_id = payments.id and h.amount > 0),
  case when payments.order_id is not null then payments.note end)`;

/** What was refunded of a row of `payments`. */
export const refundedOf = sql`(select coalesce(sum(r.amount), 0) from refunds r
  where r.institution_id = payments.institution_id and r.payment_id = payments.id)`;

/** Payments, the latest day first: who sees which is decided in payments.access.ts. */
export const paymentList = declareList({
  id: payments.id,
  sortKey: payments.day,
  sortedBy: 'day',
  visible: visiblePayments(payments),
  filters: {
    q: filterBy(searchText, found),
    // Payments that pay invoices of the fee, or did until they were reversed.
    fee_id: filterBy(
      id,
      (fee) => sql`(${payments.institutionId}, ${payments.id}) in (select a.institution_id, a.payment_id from invoices i
        join allocations a on (a.institution_id, a.invoice_id) = (i.institution_id, i.id) where i.fee_id = ${fee})`,
    ),
    cashier: filterBy(id, (cashier) => eq(payments.accountId, cashier)),
    status: filterBy(choice(paymentStatuses), (status) => eq(payments.status, status)),
    channel: filterBy(choice(channels), (channel) => eq(payments.channel, channel)),
    for: filterBy(choice({ students: 'Students', orders: 'Orders' }), (what) =>
      what === 'orders' ? isNotNull(payments.orderId) : isNull(payments.orderId),
    ),
    suspense: filterBy(choice({ yes: 'Unidentified' }), () => sql`${payments.inSuspense}`),
    bank: filterBy(choice(bankFilter), () => atBank().isOverdueAtBank()),
    from: filterBy(day, (from) => sql`${payments.day} >= ${from}::date`),
    to: filterBy(day, (to) => sql`${payments.day} <= ${to}::date`),
  },
  select: (db) =>
    db
      .select({
        id: payments.id,
        institutionId: payments.institutionId,
        number: payments.receiptNumber,
        day: payments.day,
        sortKey: payments.day,
        names,
        payer: payments.payerName,
        channel: payments.channel,
        reference: payments.reference,
        amount: payments.amount,
        currency: payments.currency,
        status: payments.status,
        inSuspense: payments.inSuspense,
        isTest: payments.isTest,
        cashier: accounts.name,
      })
      .from(payments)
      .leftJoin(accounts, eq(accounts.id, payments.accountId)),
});
export type PaymentRow = Awaited<ReturnType<typeof paymentList.readPage>>['rows'][number];

/** By receipt, reference, the beginning of the payer's name, or a student; each part uses its own index. */
function found(text: string): SQL {
  const receipt = /^(?:RCT-?)?0*(\d{1,9})$/i.exec(text)?.[1];
  const start = searchable(text);
  const students = patternsOf(wordsIn(text)).map((some) => matches(sql`s.search_text`, some));
  const parts = [
    receipt && sql`select institution_id, id from payments where receipt_number = ${Number(receipt)}`,
    sql`select institution_id, id from payments where reference in (${text}, ${text.toUpperCase()})`,
    sql`select institution_id, id from payments where payer_search >= ${start} and payer_search < ${`${start}\u{10FFFF}`}`,
    students.length > 0 &&
      sql`select h.institution_id, h.payment_id from findable_students s
        join payment_shares h on (h.institution_id, h.student_id) = (s.institution_id, s.id)
        where ${sql.join(students, sql` and `)}`,
  ].filter((part) => !!part);
  return sql`(${payments.institutionId}, ${payments.id}) in (${sql.join(parts, sql` union `)})`;
}

export const PaymentTotal = z.object({
  currency: z.string(),
  count: z.number(),
  /** Of all rows. */
  amount: z.number(),
  /** Of those whose money is there, less what was refunded. */
  received: z.number(),
});
export type PaymentTotal = z.infer<typeof PaymentTotal>;

/** Count and sums of the rows of a filter, for each currency; without the open day of a cashier, who counts blind. */
export async function paymentTotals(db: Db, actor: Actor, filter: object): Promise<PaymentTotal[]> {
  const conditions = paymentList.conditions(actor, filter);
  if (conditions.length === 0) return [];
  const paid = sql`status in (${sql.join(
    paidStatuses.map((status) => sql`${status}`),
    sql`, `,
  )}) and channel not in ('waiver', 'opening')`;
  const rows = await query(
    db,
    render(sql`
    select currency, count(*)::int as count, sum(amount)::bigint as amount,
      (coalesce(sum(amount) filter (where ${paid}), 0)
        - coalesce(sum(${refundedOf}) filter (where status in ('partly_refunded', 'refunded')), 0))::bigint as received
    from payments where (${or(...conditions)}) and ${areCounted(actor)} group by currency order by currency`),
    PaymentTotal,
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount), received: Number(row.received) }));
}
