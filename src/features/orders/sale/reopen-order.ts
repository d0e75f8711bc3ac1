import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { releasePins, reservePins } from '#features/pins/sale/reserve-pins.ts';
import { whereOrder } from '../lock-order.ts';
import { orders, type Order } from '../orders.schema.ts';
import { isPayable } from '../orders.ts';
import { expiry, soldOut } from './create-order.ts';

/** Makes a locked order ready to be paid once more: what it reserved before is reserved again, or it is sold out. */
export async function reopenOrder(tx: Tx, order: Order): Promise<void> {
  const { institutionId, id, kind, status, quantity, pinKindId } = order;
  if (!isPayable(status)) throw new Refused('form', 'This order has been paid. You don’t need to pay again.');
  if (kind === 'pins') {
    const of = { institutionId, orderId: id };
    await releasePins(tx, of);
    const reserved = await reservePins(tx, of, { kindId: pinKindId!, quantity });
    if (reserved < quantity) throw soldOut(reserved);
  }
  await tx
    .update(orders)
    .set({ status: 'created', expiresAt: expiry(kind) })
    .where(whereOrder(order));
}
