import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { whereOrder } from '../order-code.ts';
import { orders, type Order } from '../orders.schema.ts';
import { isPayable } from '../orders.ts';
import { expiry } from './orders.ts';
import { reserveUnpaid, type Visitor } from './sell.ts';

/** Makes a locked order ready to be paid once more: what it reserved before is reserved again, or it is sold out. */
export async function reopenOrder(tx: Tx, order: Order, visitor: Visitor): Promise<void> {
  if (!isPayable(order.status))
    throw new ValidationError('form', 'This order has been paid. You don’t need to pay again.');
  if (order.kind === 'pins') await reserveUnpaid(tx, order, visitor);
  else
    await tx
      .update(orders)
      .set({ status: 'created', expiresAt: expiry(order.kind) })
      .where(whereOrder(order));
}
