import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { boughtPins } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { secretText, serialText } from '#features/money/pins/pins.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { dateTimeText } from '#ui/format.ts';
import { orderCode } from '../order-code.ts';
import { orderNumber } from '../orders.ts';
import type { PinSlip } from '../print/pin-slip.pdf.ts';

interface Sale {
  institutionId: number;
  number: number;
  name: string;
  instructions: string | null;
  amount: number;
  currency: string;
  origin: string;
  receipt: number;
  fulfilledAt: string;
}

/** Sales whose slip the actor may print: the actor's own, with pins made up for it, while the cashier's day is open. */
const printable = (actor: Actor, orderId: number) => sql`
  from orders o join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id)
  join cashier_days d on (d.institution_id, d.id) = (p.institution_id, p.cashier_day_id) and d.closed_at is null
  join pin_kinds k on (k.institution_id, k.id) = (o.institution_id, o.pin_kind_id)
  where o.institution_id = any (${sql.param(institutionsWhere(actor, 'payments.take'))}::int[]) and o.id = ${orderId}::bigint
    and o.account_id = ${actor.accountId}::bigint and o.status = 'fulfilled' and not o.has_cards`;

export async function maySlip(tx: Tx, actor: Actor, orderId: number): Promise<boolean> {
  return (await query(tx, sql`select ${printable(actor, orderId)}`)).length > 0;
}

/** The slip with the pins for the buyer at the counter. Each print is recorded. */
export async function slipOf(tx: Tx, actor: Actor, secret: Buffer, orderId: number): Promise<PinSlip> {
  const known = await query(
    tx,
    sql`select from orders where institution_id = any (${sql.param(institutionsWhere(actor, 'payments.take'))}::int[])
      and id = ${orderId}::bigint`,
  );
  if (known.length === 0) throw new NotFound('order');
  const [sale] = await query<Sale>(tx)`
    select o.institution_id as "institutionId", o.number, k.name, k.instructions, o.amount, o.currency, o.origin,
    p.receipt_number as receipt, to_jsonb(o.fulfilled_at) #>> '{}' as "fulfilledAt" ${printable(actor, orderId)}
    for no key update of o`;
  if (!sale)
    throw new Conflict('Only the cashier who sold these pins can print their slip until the session is closed.');
  const { institutionId, number, origin } = sale;
  await tx.execute(sql`update orders set slip_printed_at = coalesce(slip_printed_at, now())
    where institution_id = ${institutionId} and id = ${orderId}::bigint`);
  await record(tx, actor, 'orders.printSlip', {
    institutionId,
    summary: `printed the slip of ${orderNumber(number)}`,
    subject: { type: 'order', id: orderId },
  });
  const { name: institution, timeZone } = membershipIn(actor, institutionId)!;
  const pins = await boughtPins(tx, secret, { institutionId, orderId });
  return {
    institution,
    name: sale.name,
    instructions: sale.instructions,
    order: orderNumber(number),
    receipt: receiptNumber(sale.receipt),
    soldAt: dateTimeText(sale.fulfilledAt, timeZone),
    amount: formatMoney({ minor: Number(sale.amount), currency: sale.currency }),
    address: `${origin}/orders/${orderCode(secret, { institutionId, orderId })}`,
    pins: pins.flatMap(({ serial, secret: digits, expiresOn, status }) =>
      digits && status === 'sold'
        ? { serial: serialText(serial), secret: secretText(digits), validity: `Valid until ${formatDay(expiresOn)}` }
        : [],
    ),
  };
}
