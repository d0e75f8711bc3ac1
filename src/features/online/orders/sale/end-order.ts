import type { Tx } from '#kernel/database.ts';
import { releasePins } from '#features/money/pins/sale/reserve-pins.ts';
import { whereOrder } from '../lock-order.ts';
import { orders, type Order } from '../orders.schema.ts';

/** Ends an order that was not paid; what it reserved comes back. It can be paid all the same, if there is still stock. */
export async function endOrder(tx: Tx, order: Order, status: 'failed' | 'expired'): Promise<void> {
  if (order.status !== 'created') return;
  await releasePins(tx, { institutionId: order.institutionId, orderId: order.id });
  await tx.update(orders).set({ status, reservedBy: null }).where(whereOrder(order));
}
