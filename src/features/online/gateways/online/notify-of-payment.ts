import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { notify } from '#kernel/notify.ts';
import { providers } from '../gateways.ts';
import type { OnlinePayment } from './own-payment.ts';

/** Records the credit and notifies the payer. */
export async function notifyOfPayment(
  tx: Tx,
  actor: Actor,
  online: OnlinePayment,
  minor = online.amount,
): Promise<void> {
  const { institutionId, currency, provider, reference } = online;
  const paid = formatMoney({ minor, currency });
  await record(tx, actor, 'payments.creditOnline', {
    institutionId,
    subject: { type: 'payment', id: online.paymentId! },
    summary: `credited ${paid} from ${providers[provider]} (${reference})`,
  });
  // Buyers get a message from their order.
  if (online.accountId === null) return;
  await notify(tx, {
    institutionId,
    to: [online.accountId],
    kind: 'payments.paidOnline',
    title: `Your payment of ${paid} has arrived`,
    body: online.mode === 'test' ? 'This was a test: no money was moved.' : 'Open it to see the receipt.',
    href: `/online-payments/${online.id}`,
  });
}
