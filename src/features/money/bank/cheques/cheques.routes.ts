import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { answerOfPayment } from '#features/money/payments/corrections/answer.ts';
import { may, type App } from '#web/routes.ts';
import { Bounce, bounceCheque, Clear, clearCheque } from './settle-cheque.ts';

const params = z.object({ id });
const placing = { ...may('payments.place'), once: true };

/** Cheques, which the bank clears or returns. */
export function chequeRoutes(app: App): void {
  app.post('/payments/:id/clear', { config: placing, schema: { params, body: Clear } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const number = await clearCheque(tx, actor, request.params.id, request.body);
      return answerOfPayment(request.params.id, `The cheque is cleared. Its receipt is ${number}.`);
    }),
  );
  app.post('/payments/:id/bounce', { config: placing, schema: { params, body: Bounce } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await bounceCheque(tx, actor, request.params.id, request.body);
      return answerOfPayment(request.params.id, 'The cheque is recorded as bounced. The fees are still owed.');
    }),
  );
}
