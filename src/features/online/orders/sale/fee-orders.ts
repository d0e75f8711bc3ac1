import { and, eq, inArray, sql } from 'drizzle-orm';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { whereOrder } from '../lock-order.ts';
import { orders, type Order } from '../orders.schema.ts';
import { orderKinds } from '../orders.ts';
import { buyerColumns, expiry, insertOrder, type Buyer } from './create-order.ts';

type FeeKind = 'application' | 'acceptance';

export interface FeeOf {
  institutionId: number;
  applicationId: number;
  kind: FeeKind;
  /** Minor units, from the intake: never from a form. */
  amount: number;
  buyer: Buyer;
  origin: string;
}

/**
 * The order of an application's fee. One that waits for its payment is used again; a paid one is refused. The
 * application is locked by the caller.
 */
export async function createFeeOrder(tx: Tx, { institutionId, applicationId, kind, amount, buyer, origin }: FeeOf) {
  const known = await tx
    .select()
    .from(orders)
    .where(and(isFee(institutionId, applicationId, kind), sql`${orders.status} <> 'refunded'`))
    .for('no key update');
  if (known.some(({ status }) => status === 'paid' || status === 'fulfilled'))
    throw new ValidationError('form', `The ${orderKinds[kind].toLowerCase()} has been paid already.`);
  const waiting = known.find((order) => order.amount === amount);
  if (waiting) return renew(tx, waiting);
  return insertOrder(tx, origin, { institutionId, kind, applicationId, unitPrice: amount, ...buyerColumns(buyer) });
}

async function renew(tx: Tx, order: Order): Promise<Order> {
  const [renewed] = await tx
    .update(orders)
    .set({ status: 'created', expiresAt: expiry(order.kind) })
    .where(whereOrder(order))
    .returning();
  return renewed!;
}

export interface PaidFee {
  orderId: number;
  number: number;
  amount: number;
  currency: string;
  /** What the order is: paid and waiting, or fulfilled. */
  status: 'paid' | 'fulfilled';
  paidAt: Date;
}

/** The order that paid an application’s fee; null while it is not paid. */
export async function paidFeeOf(
  db: Db,
  institutionId: number,
  applicationId: number,
  kind: FeeKind,
): Promise<PaidFee | null> {
  const [row] = await db
    .select({
      orderId: orders.id,
      number: orders.number,
      amount: orders.amount,
      currency: orders.currency,
      status: orders.status,
      paidAt: orders.paidAt,
    })
    .from(orders)
    .where(and(isFee(institutionId, applicationId, kind), inArray(orders.status, ['paid', 'fulfilled'])));
  return (row as PaidFee | undefined) ?? null;
}

/** The applications among these whose fee is paid. */
export async function applicationsPaid(db: Db, institutionId: number, applicationIds: number[], kind: FeeKind) {
  const rows = await db
    .select({ applicationId: orders.applicationId })
    .from(orders)
    .where(
      and(
        eq(orders.institutionId, institutionId),
        eq(orders.kind, kind),
        isOneOf(orders.applicationId, applicationIds),
        inArray(orders.status, ['paid', 'fulfilled']),
      ),
    );
  return new Set(rows.map(({ applicationId }) => applicationId!));
}

const isFee = (institutionId: number, applicationId: number, kind: FeeKind) =>
  and(eq(orders.institutionId, institutionId), eq(orders.applicationId, applicationId), eq(orders.kind, kind));
