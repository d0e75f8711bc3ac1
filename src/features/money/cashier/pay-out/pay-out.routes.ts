import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { answerOfPayment } from '#features/money/payments/corrections/answer.ts';
import { may, type App } from '#web/routes.ts';
import { PayOut, payOut } from './pay-out.ts';

const params = z.object({ id });

/** Refunds that are handed over. */
export function payOutRoutes(app: App): void {
  app.post(
    '/refunds/:id/pay',
    {
      config: { ...may('payments.take', 'payments.reverse'), once: true, confirm: true },
      schema: { params, body: PayOut },
    },
    (request, reply) =>
      reply.once(async (tx, actor) =>
        answerOfPayment(await payOut(tx, actor, request.params.id, request.body), 'The refund was handed over.'),
      ),
  );
}
