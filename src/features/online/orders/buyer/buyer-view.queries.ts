import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { boughtPins, type BoughtPin } from '#features/money/pins/sale/pins-on-sale.queries.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import type { PinType } from '#features/money/pins/pins.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import type { OrderKey } from '../order-code.ts';
import { orders } from '../orders.schema.ts';
import type { OrderKind, OrderProblem, OrderStatus } from '../orders.ts';

export interface BuyerView {
  number: number;
  kind: OrderKind;
  /** The name of the pins; null for a fee. */
  pinName: string | null;
  pinType: PinType | null;
  instructions: string | null;
  quantity: number;
  unitPrice: number;
  amount: number;
  currency: string;
  status: OrderStatus;
  problem: OrderProblem | null;
  expiresAt: string;
  receipt: number | null;
  /** Whether the buyer left an address for the link. */
  isSent: boolean;
  pins: BoughtPin[];
}

/** What the buyer's page shows; null if there is no such order. Its queries are issued at once. */
export async function buyerView(db: Db, secret: Buffer, key: OrderKey): Promise<BuyerView | null> {
  const { institutionId, orderId } = key;
  const [[row], pins] = await Promise.all([
    db
      .select({
        number: orders.number,
        kind: orders.kind,
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
        isSent: sql<boolean>`${orders.buyerEmail} is not null or ${orders.buyerPhone} is not null`,
      })
      .from(orders)
      .leftJoin(pinKinds, and(eq(pinKinds.institutionId, orders.institutionId), eq(pinKinds.id, orders.pinKindId)))
      .leftJoin(payments, and(eq(payments.institutionId, orders.institutionId), eq(payments.id, orders.paymentId)))
      .where(and(eq(orders.institutionId, institutionId), eq(orders.id, orderId))),
    boughtPins(db, secret, { institutionId, orderId }),
  ]);
  if (!row) return null;
  return { ...row, pins: row.status === 'fulfilled' ? pins : [] };
}
