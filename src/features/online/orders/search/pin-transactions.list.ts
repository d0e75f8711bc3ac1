import { eq, sql, or } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Db, query, hasKey } from '#kernel/database.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, day, id } from '#kernel/schemas.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { z } from 'zod';
import { orders } from '../orders.schema.ts';
import { orderKinds, orderStatuses } from '../orders.ts';

/** `ORD-000123`, with or without the letters and zeros. */
const typedNumber = z
  .string()
  .trim()
  .max(20)
  .transform((text) => Number(/^(?:ORD-?)?0*(\d{1,9})$/i.exec(text)?.[1] ?? 0));

const localDay = dayIn(orders.institutionId, orders.createdAt);

/** The serial numbers of an order's pins, never their secrets. */
const serials = sql<string[]>`coalesce((select jsonb_agg(lpad(p.serial::text, 8, '0') order by p.serial) from pins p
  where p.institution_id = orders.institution_id and p.order_id = orders.id and p.status <> 'reserved'), '[]')`;
const uses = sql<number>`(select count(*)::int from pins p
  where p.institution_id = orders.institution_id and p.order_id = orders.id and p.status = 'used')`;

/** Orders, latest first: by their day or by their number (2.8). */
export const transactionList = declareList({
  id: orders.id,
  visible: inInstitutions(orders.institutionId, 'orders.view'),
  filters: {
    order_number: filterBy(typedNumber, (number) => eq(orders.number, number)),
    date_from: filterBy(day, (from) => sql`${localDay} >= ${from}::date and ${orders.createdAt} >= ${from}::date - 1`),
    date_to: filterBy(day, (to) => sql`${localDay} <= ${to}::date and ${orders.createdAt} < ${to}::date + 2`),
    status: filterBy(choice(orderStatuses), (status) => eq(orders.status, status)),
    kind: filterBy(choice(orderKinds), (kind) => eq(orders.kind, kind)),
    pin_kind_id: filterBy(id, (kind) => eq(orders.pinKindId, kind)),
  },
  select: (db) =>
    db
      .select({
        id: orders.id,
        institutionId: orders.institutionId,
        number: orders.number,
        kind: orders.kind,
        pinName: pinKinds.name,
        day: sql<string>`${localDay}::text`,
        buyer: orders.buyerName,
        contact: sql<string | null>`coalesce(${orders.buyerEmail}, ${orders.buyerPhone})`,
        quantity: orders.quantity,
        amount: orders.amount,
        currency: orders.currency,
        channel: payments.channel,
        status: orders.status,
        problem: orders.problem,
        serials,
        uses,
      })
      .from(orders)
      .leftJoin(pinKinds, hasKey(pinKinds, orders.institutionId, orders.pinKindId))
      .leftJoin(payments, hasKey(payments, orders.institutionId, orders.paymentId)),
});
export type TransactionRow = Awaited<ReturnType<typeof transactionList.readPage>>['rows'][number];

export interface TransactionTotal {
  currency: string;
  orders: number;
  pins: number;
  /** Of orders whose money is there and was not refunded. */
  received: number;
  /** Waiting for their payment. */
  waiting: number;
}

/** Sums of all rows of a search, for each currency. */
export async function transactionTotals(db: Db, actor: Actor, filter: object): Promise<TransactionTotal[]> {
  const conditions = transactionList.conditions(actor, filter);
  if (conditions.length === 0) return [];
  const rows = await query<TransactionTotal>(db)`
    select currency, count(*)::int as orders,
      coalesce(sum(quantity) filter (where kind = 'pins' and status = 'fulfilled'), 0)::int as pins,
      coalesce(sum(amount) filter (where status in ('paid', 'fulfilled')), 0)::bigint as received,
      coalesce(sum(amount) filter (where status = 'created'), 0)::bigint as waiting
    from orders where ${or(...conditions)} group by currency order by currency`;
  return rows.map((row) => ({ ...row, received: Number(row.received), waiting: Number(row.waiting) }));
}
