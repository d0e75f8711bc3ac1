import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { acceptable, providers } from '../gateways.ts';
import { creditReceived } from './credit-review.ts';
import { findReview } from './find-review.ts';

export const acceptReviewApproval = approvalKind({
  kind: 'payments.acceptOnline',
  label: 'Online payment',
  permission: 'payments.approve',
  payload: z.object({ reviewId: z.number() }),
  async act(tx, asker, { reviewId }, { services }) {
    return { message: String(await acceptReview(tx, asker, services.secret, reviewId, { approved: true })) };
  },
});

/**
 * Credits what a provider has really received, once a second person agrees: to the students it was meant for, or to
 * unidentified payments if nobody knows whose it is.
 */
export async function acceptReview(
  tx: Tx,
  actor: Actor,
  secret: Buffer,
  reviewId: number,
  { approved = false } = {},
): Promise<string | Requested> {
  const review = await findReview(tx, actor, reviewId);
  const { institutionId, received, provider, reference } = review;
  allow(actor, 'payments.place', institutionId);
  const { currency } = membershipIn(actor, institutionId)!;
  if (!acceptable.includes(review.reason) || !received || review.receivedCurrency !== currency)
    throw new ValidationError('form', 'This can’t be credited here. Mark it as handled once you have settled it.');
  const money = formatMoney({ minor: received, currency });
  if (!approved) {
    if (review.state !== 'open') throw new ValidationError('form', 'Somebody has decided this already.');
    return requestApproval(tx, actor, acceptReviewApproval, {
      institutionId,
      subject: { type: 'online_review', id: reviewId },
      payload: { reviewId },
      summary: `credit ${money} that ${providers[provider]} received as ${reference}`,
    });
  }
  const receipt = await creditReceived(tx, actor, secret, review, received);
  await record(tx, actor, 'payments.acceptOnline', {
    institutionId,
    subject: { type: 'online_review', id: reviewId },
    summary: `credited ${money} from ${providers[provider]} (${reference}) after a review, ${receiptNumber(receipt)}`,
  });
  return `${money} is credited, ${receiptNumber(receipt)}.`;
}
