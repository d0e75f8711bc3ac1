import { and, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { payments } from '#features/money/payments/payments.schema.ts';

/** A payment that the actor can identify; `inSuspense` tells whether somebody has done so meanwhile. */
export async function unidentifiedPayment(db: Db, actor: Actor, id: number) {
  const [payment] = await db
    .select({
      id: payments.id,
      institutionId: payments.institutionId,
      number: payments.receiptNumber,
      day: payments.day,
      amount: payments.amount,
      currency: payments.currency,
      channel: payments.channel,
      reference: payments.reference,
      payer: payments.payerName,
      narration: payments.note,
      inSuspense: payments.inSuspense,
    })
    .from(payments)
    .where(and(eq(payments.id, id), inArray(payments.institutionId, institutionsWhere(actor, 'payments.place'))));
  if (!payment) throw new NotFound('payment');
  return payment;
}
export type UnidentifiedPayment = Awaited<ReturnType<typeof unidentifiedPayment>>;
