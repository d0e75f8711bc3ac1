import { sql } from 'drizzle-orm';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { type Tx, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { PinStatus } from '#features/money/pins/pins.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import type { PaymentStatus } from '#features/money/payments/payments.ts';
import type { OrderKind, OrderProblem, OrderStatus } from '../orders.ts';
import { maySlip } from '../office/slip.queries.ts';

interface Row {
  id: number;
  institutionId: number;
  number: number;
  kind: OrderKind;
  pinName: string | null;
  status: OrderStatus;
  problem: OrderProblem | null;
  buyer: string | null;
  email: string | null;
  phone: string | null;
  quantity: number;
  unitPrice: number;
  amount: number;
  currency: string;
  createdAt: string;
  expiresAt: string;
  fulfilledAt: string | null;
  soldBy: string | null;
  seller: string | null;
  hasCards: boolean;
  slipPrintedAt: string | null;
  paymentId: number | null;
  applicationId: number | null;
  pins: { id: number; serial: number; status: PinStatus; lastFour: string | null; usedAt: string | null }[];
  payments: {
    id: number;
    channel: Channel;
    status: PaymentStatus;
    amount: number;
    receipt: number | null;
    day: string;
  }[];
  entries: { id: number; day: string; description: string }[];
}

/** An order with its payments, its entries in the ledger and its pins, whose secrets nobody can read here. */
export async function orderRecord(tx: Tx, actor: Actor, orderId: number) {
  const [row] = await query<Row>(tx)`
    select o.id, o.institution_id as "institutionId", o.number, o.kind, k.name as "pinName", o.status, o.problem,
      o.buyer_name as buyer, o.buyer_email as email, o.buyer_phone as phone, o.quantity, o.unit_price as "unitPrice", o.amount,
      o.currency, to_jsonb(o.created_at) #>> '{}' as "createdAt", to_jsonb(o.expires_at) #>> '{}' as "expiresAt",
      to_jsonb(o.fulfilled_at) #>> '{}' as "fulfilledAt", a.name as "soldBy", s.name as seller, o.has_cards as "hasCards",
      to_jsonb(o.slip_printed_at) #>> '{}' as "slipPrintedAt", o.payment_id as "paymentId", o.application_id as "applicationId",
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'serial', p.serial, 'status', p.status, 'lastFour', p.last_four,
          'usedAt', p.used_at) order by p.serial)
        from (select * from pins p where p.institution_id = o.institution_id and p.order_id = o.id and p.status <> 'reserved'
          order by p.serial fetch first 500 rows only) p), '[]') as pins,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'channel', p.channel, 'status', p.status, 'amount', p.amount,
          'receipt', p.receipt_number, 'day', p.day) order by p.id)
        from payments p where p.institution_id = o.institution_id and p.order_id = o.id), '[]') as payments,
      coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'day', e.day, 'description', e.description) order by e.id)
        from ledger_entries e where e.institution_id = o.institution_id and (e.source, e.source_id) in (
          select 'order', o.id
          union all select 'payment', p.id from payments p where p.institution_id = o.institution_id and p.order_id = o.id
          union all select t.source, r.id from payments p
            join refunds r on (r.institution_id, r.payment_id) = (p.institution_id, p.id)
            cross join unnest(array['refund', 'refund_payout']) t (source)
            where p.institution_id = o.institution_id and p.order_id = o.id)), '[]') as entries
    from orders o
    left join pin_kinds k on (k.institution_id, k.id) = (o.institution_id, o.pin_kind_id)
    left join pin_sellers s on (s.institution_id, s.id) = (o.institution_id, o.seller_id)
    left join accounts a on a.id = o.account_id
    where o.institution_id = any (${sql.param(institutionsWhere(actor, 'orders.view', 'payments.take'))}::int[])
      and o.id = ${orderId}::bigint`;
  if (!row) throw new NotFound('order');
  const { institutionId, status } = row;
  const may = (permission: 'payments.reverse' | 'payments.view' | 'ledger.view' | 'pins.view' | 'admissions.view') =>
    can(actor, permission, institutionId);
  return {
    ...row,
    id: Number(row.id),
    amount: Number(row.amount),
    unitPrice: Number(row.unitPrice),
    can: {
      slip: await maySlip(tx, actor, orderId),
      refund:
        (status === 'fulfilled' || status === 'paid') &&
        !row.pins.some((pin) => pin.status === 'used') &&
        may('payments.reverse'),
      openPayments: may('payments.view') || can(actor, 'payments.take', institutionId),
      openEntries: may('ledger.view'),
      openPins: may('pins.view'),
      openApplication: row.applicationId !== null && may('admissions.view'),
    },
  };
}
export type OrderRecord = Awaited<ReturnType<typeof orderRecord>>;
