import { sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { differencesIn, type Difference } from '#features/money/balances/proof/check-books.ts';

/** Compares orders with their payments, pins and the ledger, in the institutions of the transaction. Empty while all is right. */
export const checkOrders = (db: Db): Promise<Difference[]> => differencesIn(db, checks);

const balances = sql`(select l.institution_id, a.id, a.role, sum(l.amount) as amount from ledger_lines l
  join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id) group by 1, 2, 3)`;

const checks = [
  sql`select 'orders to fulfil' as what, a.id, coalesce(-l.amount, 0) as stored, coalesce(o.amount, 0)::numeric as counted
    from ledger_accounts a left join ${balances} l using (institution_id, id)
    left join (select institution_id, sum(amount) as amount from orders where status = 'paid' group by 1) o
      on o.institution_id = a.institution_id
    where a.role = 'orders' and coalesce(-l.amount, 0) <> coalesce(o.amount, 0)`,
  ...[
    ['pins', 'pin_sales'],
    ['application', 'application_fees'],
    ['acceptance', 'acceptance_fees'],
  ].map(
    ([
      kind,
      role,
    ]) => sql`select ${sql.raw(`'income of orders: ${kind}'`)}, a.id, coalesce(-l.amount, 0), coalesce(o.amount, 0)
    from ledger_accounts a left join ${balances} l using (institution_id, id)
    left join (select institution_id, sum(amount) as amount from orders where status = 'fulfilled' and kind = ${kind} group by 1) o
      on o.institution_id = a.institution_id
    where a.role = ${role} and coalesce(-l.amount, 0) <> coalesce(o.amount, 0)`,
  ),
  sql`select 'payments of an order', o.id, o.amount, coalesce(p.amount, 0) from orders o left join (
      select institution_id, order_id, sum(amount) as amount from payments where status = 'successful' and order_id is not null
      group by 1, 2) p on (p.institution_id, p.order_id) = (o.institution_id, o.id)
    where coalesce(p.amount, 0) <> case when o.status in ('paid', 'fulfilled') then o.amount else 0 end`,
  sql`select 'pins of an order', o.id, o.quantity, coalesce(p.pins, 0) from orders o left join (
      select institution_id, order_id, count(*) as pins from pins where status in ('sold', 'used') group by 1, 2) p
      on (p.institution_id, p.order_id) = (o.institution_id, o.id)
    where o.kind = 'pins' and coalesce(p.pins, 0) > case when o.status = 'fulfilled' then o.quantity else 0 end`,
  sql`select 'reserved pins of an order', o.id, 0, count(*) from orders o join pins p
      on (p.institution_id, p.order_id) = (o.institution_id, o.id)
    where o.status <> 'created' and p.status = 'reserved' group by o.id`,
];
