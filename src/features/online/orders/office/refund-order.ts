import { z } from 'zod';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { isOneOf, type Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { line } from '#kernel/schemas.ts';
import { and, eq } from 'drizzle-orm';
import { recordFeePaid } from '#features/admission/admissions/decisions/accept-offer.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { hasUsedPins, voidOrderPins } from '#features/money/pins/corrections/void-pins.ts';
import { lockPayment } from '#features/money/payments/receive-payment.ts';
import { refundOrderPayment } from '#features/money/payments/corrections/refund-order.ts';
import { lockOrder, whereOrder } from '../order-code.ts';
import { orders, type Order } from '../orders.schema.ts';
import { orderNumber } from '../orders.ts';
import { incomeOf } from '../sale/sell.ts';

export const RefundOrder = z.object({ reason: line(300, 'The reason') });

export const refundOrderApproval = approvalKind({
  kind: 'orders.refund',
  label: 'Refund of an order',
  permission: 'payments.approve',
  payload: RefundOrder.extend({ orderId: z.number() }),
  async act(tx, asker, { orderId, reason }) {
    await refundOrder(tx, asker, orderId, { reason }, { isApproved: true });
    return { message: 'The refund is approved, and the pins are void. It can be handed over from its payment.' };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Owes an order's money back, once a second person agrees. Its pins are voided; used ones are not refunded. */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  orderId: number,
  { reason }: z.infer<typeof RefundOrder>,
  { isApproved = false } = {},
): Promise<string | Requested> {
  const order = await lockOwnOrder(tx, actor, orderId);
  const { institutionId, kind, status, currency, amount, applicationId } = order;
  allow(actor, 'payments.reverse', institutionId);
  const payment = order.paymentId && (await lockPayment(tx, institutionId, order.paymentId));
  if ((status !== 'paid' && status !== 'fulfilled') || !payment || payment.status !== 'successful')
    throw new Conflict('This order has no money left to refund.');
  const name = orderNumber(order.number);
  const money = formatMoney({ minor: amount, currency });
  if (kind === 'pins' && (await hasUsedPins(tx, { institutionId, orderId })))
    throw new Conflict('A pin of this order is used, so it can’t be refunded. Void the others instead.');
  if (!isApproved)
    return requestApproval(tx, actor, refundOrderApproval, {
      institutionId,
      subject: { type: 'order', id: orderId },
      payload: { orderId, reason },
      summary: `refund ${money} of ${name}`,
    });
  if (kind === 'pins') await voidOrderPins(tx, actor, { institutionId, orderId, reason });
  if (kind !== 'pins' && status === 'fulfilled')
    await recordFeePaid(tx, actor, { institutionId, applicationId: applicationId!, kind, isPaid: false });
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const from = status === 'fulfilled' ? incomeOf[kind] : 'orders';
  await refundOrderPayment(tx, actor, payment, { from, reason, day });
  await tx.update(orders).set({ status: 'refunded' }).where(whereOrder(order));
  await record(tx, actor, 'orders.refund', {
    institutionId,
    summary: `refunded ${money} of ${name}`,
    subject: { type: 'order', id: orderId },
    details: { reason },
  });
  return name;
}

/** An order that the actor can see, locked. */
async function lockOwnOrder(tx: Tx, actor: Actor, orderId: number): Promise<Order> {
  const [seen] = await tx
    .select({ institutionId: orders.institutionId })
    .from(orders)
    .where(
      and(
        isOneOf(orders.institutionId, institutionsWhere(actor, 'orders.view', 'payments.reverse')),
        eq(orders.id, orderId),
      ),
    );
  if (!seen) throw new NotFound('order');
  return (await lockOrder(tx, seen.institutionId, orderId))!;
}
