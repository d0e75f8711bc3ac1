import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { onlinePaymentItems } from '../gateways.schema.ts';
import { lockOwnInvoices, recordOnline } from './pay-online.ts';
import { ownPayment } from './own-payment.ts';

/** The same once more under a new reference, as far as it is still owed. */
export async function againOnline(tx: Tx, actor: Actor, secret: Buffer, id: number): Promise<number> {
  const { institutionId, status } = await ownPayment(tx, actor, id);
  if (status === 'paid') throw new ValidationError('form', 'This payment has arrived. You don’t need to pay again.');
  const items = await tx
    .select()
    .from(onlinePaymentItems)
    .where(and(eq(onlinePaymentItems.institutionId, institutionId), eq(onlinePaymentItems.onlinePaymentId, id)));
  const open = await lockOwnInvoices(
    tx,
    actor,
    institutionId,
    items.map(({ invoiceId }) => invoiceId!),
  );
  const planned = items.flatMap((item) => {
    const invoice = open.find(({ id: openId }) => openId === item.invoiceId);
    const amount = Math.min(item.amount, invoice?.open ?? 0);
    return invoice && amount > 0 ? [{ invoiceId: invoice.id, studentId: invoice.studentId, amount }] : [];
  });
  if (planned.length === 0) throw new ValidationError('form', 'These fees have been paid meanwhile.');
  return recordOnline(tx, actor, secret, institutionId, planned);
}
