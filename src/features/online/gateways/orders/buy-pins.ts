import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, TooMany } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { formatMoney } from '#kernel/money.ts';
import { optionalPersonName } from '#kernel/person-name.ts';
import { phoneField, readPhones } from '#kernel/phone.ts';
import { id, optionalEmail } from '#kernel/schemas.ts';
import type { OrderKey } from '#features/online/orders/order-code.ts';
import { orderNumber } from '#features/online/orders/orders.ts';
import { createPinOrder, type Buyer } from '#features/online/orders/sale/create-order.ts';
import type { Visitor } from '#features/online/orders/sale/reserve-unpaid.ts';
import { canPayOnline } from '../settings/online-settings.ts';
import { buyerActor } from './pay-order.ts';

const many = 'Enter how many pins you want to buy.';

/** What a visitor sends. Prices are ours: one that the form may send is not read. */
export const BuyPins = z
  .object({
    // Nobody has asked yet whether it exists: larger numbers fit no column.
    institution_id: id.max(2_147_483_647, 'Reload the page and try again.'),
    kind_id: id,
    quantity: z.coerce.number({ error: many }).int(many).min(1, many).max(100, 'Buy up to 100 pins at once.'),
    buyer_name: optionalPersonName(150, 'Your name'),
    buyer_email: optionalEmail,
    buyer_phone: phoneField,
  })
  .refine(({ buyer_email, buyer_phone }) => buyer_email !== null || buyer_phone !== null, {
    path: ['buyer_email'],
    message: 'Enter an e-mail address or a phone number, so that we can send you the pins.',
  });

/** How many orders a buyer may leave unpaid: each one reserves pins. */
const mostOpen = 3;

/** Orders pins for somebody without an account. They are reserved while the order is open. */
export async function buyPins(
  tx: Tx,
  { origin, visitor }: { origin: string; visitor: Visitor },
  input: z.output<typeof BuyPins>,
): Promise<OrderKey> {
  const { institution_id: institutionId, kind_id: kindId, quantity } = input;
  const [institution] = await tx
    .select({ countryId: institutions.countryId })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  if (!institution) throw new NotFound('institution');
  if (!(await canPayOnline(tx, institutionId)))
    throw new ValidationError('form', 'Online payment is switched off. Please buy your pin at the school office.');
  const { buyer_phone: phone } = readPhones(input, institution.countryId ?? 'NG', 'buyer_phone');
  const buyer = { name: input.buyer_name, email: input.buyer_email, phone };
  const waiting = await openOrders(tx, institutionId, buyer);
  // A press twice, or an answer that was lost on the way: the same order again.
  const same = waiting.find((order) => order.isRecent && order.kindId === kindId && order.quantity === quantity);
  if (same) return { institutionId, orderId: same.id };
  if (waiting.length >= mostOpen)
    throw new TooMany(1800, 'You have orders that are not paid yet. Pay one of them, or wait half an hour.');
  const order = await createPinOrder(tx, { institutionId, kindId, quantity, buyer, origin, visitor });
  await record(tx, buyerActor(institutionId), 'orders.create', {
    institutionId,
    summary: `ordered pins for ${formatMoney({ minor: order.amount, currency: order.currency })}, ${orderNumber(order.number)}`,
    subject: { type: 'order', id: order.id },
  });
  return { institutionId, orderId: order.id };
}

async function openOrders(tx: Tx, institutionId: number, { email, phone }: Buyer) {
  const rows = await query<{ id: number; kindId: number; quantity: number; isRecent: boolean }>(
    tx,
    sql`select id, pin_kind_id as "kindId", quantity, created_at > now() - interval '1 minute' as "isRecent" from orders
      where institution_id = ${institutionId} and status = 'created' and kind = 'pins'
        and (buyer_email = ${email} or buyer_phone = ${phone})`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), kindId: Number(row.kindId) }));
}
