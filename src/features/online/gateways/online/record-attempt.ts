import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { recordPending, type NewPayment } from '#features/money/payments/receive-payment.ts';
import { onlinePayments } from '../gateways.schema.ts';
import { readKeys } from '../providers/keys.ts';
import { createTestKeys } from '../settings/save-keys.ts';
import { settingsOf } from '../settings/online-settings.ts';

interface Attempt extends Pick<NewPayment, 'amount' | 'day' | 'payerName' | 'payerContact' | 'note' | 'shares'> {
  currency: string;
  /** Who pays: an account, or the buyer of an order. */
  accountId: number | null;
  orderId?: number;
}

/** Writes a pending payment under a new reference, before the provider is asked. Returns the online payment's id. */
export async function recordAttempt(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  institutionId: number,
  { currency, accountId, orderId, ...payment }: Attempt,
): Promise<number> {
  const { provider, isDemonstration } = await settingsOf(tx, institutionId);
  // Nobody types the test gateway's: a new demonstration has none yet.
  if (provider === 'test') await createTestKeys(tx, actor, secret, institutionId);
  const keys = provider && (await readKeys(tx, secret, { institutionId, provider }));
  if (!provider || !keys)
    throw new ValidationError('form', 'Online payment is switched off. Please pay at the school office.');
  const { mode } = keys;
  const isTest = mode === 'test';
  if (isTest !== isDemonstration) throw new Error(`A ${mode} payment does not fit institution ${institutionId}.`);
  const reference = `AKD-${institutionId}-${randomBytes(10).toString('hex').toUpperCase()}`;
  const paymentId = await recordPending(tx, actor, institutionId, {
    ...payment,
    channel: 'gateway',
    provider,
    reference,
    isTest,
    orderId: orderId ?? null,
  });
  const [made] = await tx
    .insert(onlinePayments)
    .values({
      institutionId,
      paymentId,
      provider,
      mode,
      reference,
      amount: payment.amount,
      currency,
      accountId,
      orderId,
      nextCheckAt: sql`now() + interval '2 minutes'`,
    })
    .returning({ id: onlinePayments.id });
  await record(tx, actor, 'payments.startOnline', {
    institutionId,
    subject: { type: 'payment', id: paymentId },
    summary: `started an online payment of ${formatMoney({ minor: payment.amount, currency })} (${reference})`,
  });
  return made!.id;
}
