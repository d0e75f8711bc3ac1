import { sql, type SQLWrapper } from 'drizzle-orm';
import { dayIn } from '#kernel/database/day-in.ts';
import { fieldsIn, fixedChoice, latestOf } from '#kernel/contracts/report-fields.ts';
import type { FilterOf, MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { orders } from './orders.schema.ts';
import { orderKinds, orderProblems, orderStatuses } from './orders.ts';
import type { transactionList } from './search/pin-transactions.list.ts';
import { namedIn } from '#features/money/pins/batches/batches.reports.ts';

const seeing = ['orders.view'] as const;
const own = fieldsIn('order', 'order', { width: 16 });
const buyer = fieldsIn('order', 'buyer', { width: 22 });
const sold = fieldsIn('order', 'pins', { joins: ['sold_pins'], width: 12 });

const kind = fixedChoice(orders.kind, orderKinds);
const status = fixedChoice(orders.status, orderStatuses);
const problem = fixedChoice(orders.problem, orderProblems);
const channel = fixedChoice(sql`order_payment.channel`, channels);
const localDay = (at: SQLWrapper) => dayIn(orders.institutionId, at);

/** What reports can show of orders of pins and fees: never the secrets of pins. */
export const orderReports: ReportParts = {
  subjects: [
    {
      ...latestOf(orders, seeing),
      name: 'order',
      label: 'Pin transactions',
      one: 'order',
      many: 'orders',
      place: 65,
      rowName: sql`'ORD-' || lpad(${orders.number}::text, 6, '0')`,
      href: '/pin_transactions/',
      exporting: 'orders.export',
      groups: { order: 'Order', buyer: 'Buyer', pins: 'Pins' },
      usual: ['number', 'day', 'buyer', 'amount', 'status'],
    },
  ],
  lists: [
    {
      name: 'orders',
      subject: 'order',
      filters: {
        status: 'status',
        kind: 'kind',
        pin_kind_id: 'pin_kind',
        order_number: { left: 'Order number' },
        date_from: { field: 'day', end: 'from' },
        date_to: { field: 'day', end: 'to' },
      } satisfies MeaningsOf<FilterOf<typeof transactionList>>,
      columns: {
        number: ['number'],
        at: ['day'],
        buyer: ['buyer', 'buyer_phone'],
        what: ['kind', 'pin_kind', 'quantity'],
        amount: ['amount'],
        channel: ['channel'],
        state: ['status'],
        serials: ['serials'],
        uses: ['used'],
      },
    },
  ],
  joins: [
    {
      subject: 'order',
      name: 'ordered_kind',
      sql: sql`left join pin_kinds ordered_kind
        on (ordered_kind.institution_id, ordered_kind.id) = (${orders.institutionId}, ${orders.pinKindId})`,
    },
    {
      subject: 'order',
      name: 'order_payment',
      sql: sql`left join payments order_payment
        on (order_payment.institution_id, order_payment.id) = (${orders.institutionId}, ${orders.paymentId})`,
    },
    {
      subject: 'order',
      name: 'sold_pins',
      sql: sql`left join lateral (
        select string_agg(lpad(p.serial::text, 8, '0'), '; ' order by p.serial) as serials,
          count(*) filter (where p.status = 'used')::int as used
        from pins p where p.institution_id = ${orders.institutionId} and p.order_id = ${orders.id}
          and p.status <> 'reserved') sold_pins on true`,
    },
  ],
  fields: [
    own.text('number', 'Number', sql`'ORD-' || lpad(${orders.number}::text, 6, '0')`, { width: 13 }),
    own.day('day', 'Day', localDay(orders.createdAt), { width: 13 }),
    own.choice('kind', 'For', kind.value, kind.more),
    own.choice('status', 'Status', status.value, status.more),
    own.choice('problem', 'Problem', problem.value, { ...problem.more, width: 24 }),
    own.money('amount', 'Amount', orders.amount, { width: 14 }),
    own.money(
      'received',
      'Received',
      sql`case when ${orders.status} in ('paid', 'fulfilled') then ${orders.amount} else 0 end`,
      { width: 14 },
    ),
    own.choice('channel', 'Channel', channel.value, { ...channel.more, joins: ['order_payment'] }),
    own.day('paid_on', 'Paid on', localDay(orders.paidAt), { width: 13 }),
    buyer.text('buyer', 'Buyer', orders.buyerName),
    buyer.text('buyer_phone', 'Buyer’s phone', orders.buyerPhone),
    buyer.text('buyer_email', 'Buyer’s e-mail', orders.buyerEmail, { width: 26 }),
    sold.choice('pin_kind', 'Type of pin', sql`ordered_kind.name`, {
      joins: ['ordered_kind'],
      code: orders.pinKindId,
      isId: true,
      width: 22,
      options: namedIn('pin_kinds', seeing),
    }),
    sold.number('quantity', 'Quantity', orders.quantity, { joins: [], isSummed: true }),
    sold.text('serials', 'Serial numbers', sql`sold_pins.serials`, { isOnlyShown: true, width: 30 }),
    sold.number('used', 'Used', sql`sold_pins.used`, { isSummed: true }),
  ],
};
