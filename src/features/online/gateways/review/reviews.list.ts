import { hasKey } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { eq, inArray } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { onlineReviews } from '../gateways.schema.ts';
import { reviewReasons, reviewStates } from '../gateways.ts';

/** Money that providers reported and that was not credited by itself, latest first. */
export const reviewList = declareList({
  id: onlineReviews.id,
  visible: (actor, wanted) => [
    {
      where: inArray(onlineReviews.institutionId, institutionsInView(actor, wanted, 'payments.view', 'payments.place')),
    },
  ],
  filters: {
    q: searchIn(onlineReviews.reference, onlineReviews.providerId),
    state: filterBy(choice(reviewStates), (state) => eq(onlineReviews.state, state)),
    reason: filterBy(choice(reviewReasons), (reason) => eq(onlineReviews.reason, reason)),
  },
  select: (db) =>
    db
      .select({
        id: onlineReviews.id,
        institutionId: onlineReviews.institutionId,
        reason: onlineReviews.reason,
        provider: onlineReviews.provider,
        mode: onlineReviews.mode,
        reference: onlineReviews.reference,
        expected: onlineReviews.expected,
        expectedCurrency: onlineReviews.expectedCurrency,
        received: onlineReviews.received,
        receivedCurrency: onlineReviews.receivedCurrency,
        details: onlineReviews.details,
        state: onlineReviews.state,
        note: onlineReviews.note,
        paymentId: onlineReviews.paymentId,
        receiptNumber: payments.receiptNumber,
        paymentDay: payments.day,
        paymentChannel: payments.channel,
        createdAt: onlineReviews.createdAt,
        decidedAt: onlineReviews.decidedAt,
      })
      .from(onlineReviews)
      .leftJoin(payments, hasKey(payments, onlineReviews.institutionId, onlineReviews.paymentId)),
});
export type ReviewRow = Awaited<ReturnType<typeof reviewList.readPage>>['rows'][number];
