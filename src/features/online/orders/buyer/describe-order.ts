import { type Db, hasKey } from '#kernel/database.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import type { Order } from '../orders.schema.ts';
import { orderKinds, orderNumber } from '../orders.ts';

/** 'ORD-000012: 2 × Entrance form': for receipts and lists of payments. */
export async function describeOrder(db: Db, order: Order): Promise<string> {
  const { institutionId, kind, number, quantity, pinKindId } = order;
  if (kind !== 'pins') return `${orderNumber(number)}: ${orderKinds[kind]}`;
  const [row] = await db
    .select({ name: pinKinds.name })
    .from(pinKinds)
    .where(hasKey(pinKinds, institutionId, pinKindId!));
  return orderText(number, quantity, row!.name);
}

export const orderText = (number: number, quantity: number, name: string) =>
  `${orderNumber(number)}: ${quantity} × ${name}`;
