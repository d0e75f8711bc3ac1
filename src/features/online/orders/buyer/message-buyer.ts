import { eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { reachable } from '#kernel/messages/queue.ts';
import { queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { countOf } from '#ui/format.ts';
import { orderCode } from '../order-code.ts';
import type { Order } from '../orders.schema.ts';
import { orderKinds, orderNumber } from '../orders.ts';

/** Sends the buyer the link of the order, by e-mail or SMS. The link shows the pins, so nobody else can read the message. */
export async function messageBuyer(tx: Tx, secret: Buffer, order: Order): Promise<void> {
  const { institutionId, id: orderId, kind, quantity, buyerEmail, buyerPhone, origin } = order;
  const to = reachable({ email: buyerEmail, phone: buyerPhone });
  // At the office the buyer leaves with a card or a slip.
  if (!to) return;
  const [institution] = await tx
    .select({ name: institutions.name })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const what = kind === 'pins' ? `Your ${countOf(quantity, 'pin')}` : orderKinds[kind];
  const link = `${origin}/orders/${orderCode(secret, { institutionId, orderId })}`;
  // Beyond the limits the order's own page shows the same.
  await queueForVisitor(tx, institutionId, {
    ...to,
    event: 'orders.paid',
    keyKind: 'order',
    subject: `${what} from ${institution!.name}`,
    body: `${institution!.name}: ${orderNumber(order.number)} is paid. ${what}: ${link} Keep this link to yourself.`,
  });
}
