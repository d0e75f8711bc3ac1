import { sql } from 'drizzle-orm';
import { type Db, hasKey } from '#kernel/database.ts';
import { boughtPins } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import type { OrderKey } from '../order-code.ts';
import { orders } from '../orders.schema.ts';

/** What the buyer's page shows; null if there is no such order. Its queries are issued at once. */
export async function buyerView(db: Db, secret: Buffer, key: OrderKey) {
  const { institutionId, orderId } = key;
  const [[row], pins] = await Promise.all([
    db
      .select({
        number: orders.number,
        kind: orders.kind,
        /** The name of the pins; null for a fee. */
        pinName: pinKinds.name,
        pinType: pinKinds.type,
        instructions: pinKinds.instructions,
        quantity: orders.quantity,
        unitPrice: orders.unitPrice,
        amount: orders.amount,
        currency: orders.currency,
        status: orders.status,
        problem: orders.problem,
        expiresAt: sql<string>`to_char(${orders.expiresAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        receipt: payments.receiptNumber,
        /** Whether the buyer left an address for the link. */
        isSent: sql<boolean>`${orders.buyerEmail} is not null or ${orders.buyerPhone} is not null`,
      })
      .from(orders)
      .leftJoin(pinKinds, hasKey(pinKinds, orders.institutionId, orders.pinKindId))
      .leftJoin(payments, hasKey(payments, orders.institutionId, orders.paymentId))
      .where(hasKey(orders, institutionId, orderId)),
    boughtPins(db, secret, { institutionId, orderId }),
  ]);
  if (!row) return null;
  return { ...row, pins: row.status === 'fulfilled' ? pins : [] };
}

export type BuyerView = NonNullable<Awaited<ReturnType<typeof buyerView>>>;
