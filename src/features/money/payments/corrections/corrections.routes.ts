import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { may, type App, type OnceAnswer } from '#web/routes.ts';
import { Move, move } from './move.ts';
import { PayOut, payOut } from './pay-out.ts';
import { Identify, identify, RecordUnknown, recordUnknown } from './identify.ts';
import { Refund, refund } from './refund.ts';
import { Reverse, reverse } from './reverse.ts';
import { Unidentify, unidentify } from './unidentify.ts';
import { Bounce, bounceCheque, Clear, clearCheque } from './settle-cheque.ts';

const params = z.object({ id });
const sensitive = { ...may('payments.reverse'), once: true, confirm: true };
const placing = { ...may('payments.place'), once: true };

/** Corrections of payments; those that hurt are approved by a second person. */
export function correctionRoutes(app: App): void {
  app.post('/payments/:id/reverse', { config: sensitive, schema: { params, body: Reverse } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answer(request.params.id, await reverse(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post('/payments/:id/refund', { config: sensitive, schema: { params, body: Refund } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answer(request.params.id, await refund(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post('/payments/:id/move', { config: sensitive, schema: { params, body: Move } }, (request, reply) =>
    reply.once(async (tx, actor) => answer(request.params.id, await move(tx, actor, request.params.id, request.body))),
  );
  app.post('/payments/:id/unplace', { config: sensitive, schema: { params, body: Unidentify } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answer(request.params.id, await unidentify(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post(
    '/refunds/:id/pay',
    {
      config: { ...may('payments.take', 'payments.reverse'), once: true, confirm: true },
      schema: { params, body: PayOut },
    },
    (request, reply) =>
      reply.once(async (tx, actor) =>
        answer(await payOut(tx, actor, request.params.id, request.body), 'The refund is handed over.'),
      ),
  );
  app.post('/payments/:id/clear', { config: placing, schema: { params, body: Clear } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const number = await clearCheque(tx, actor, request.params.id, request.body);
      return answer(request.params.id, `The cheque is cleared. Its receipt is ${number}.`);
    }),
  );
  app.post('/payments/:id/bounce', { config: placing, schema: { params, body: Bounce } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await bounceCheque(tx, actor, request.params.id, request.body);
      return answer(request.params.id, 'The cheque is recorded as bounced. What it was for is still owed.');
    }),
  );
  app.post('/payments/:id/place', { config: placing, schema: { params, body: Identify } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const done = await identify(tx, actor, request.params.id, request.body);
      return request.body.to_list ? { go: '/unidentified-payments', flash: done } : answer(request.params.id, done);
    }),
  );
  app.post('/unidentified-payments', { config: placing, schema: { body: RecordUnknown } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answer(await recordUnknown(tx, actor, request.body), 'Recorded. Identify it when somebody asks for it.'),
    ),
  );
}

const answer = (paymentId: number, done: string | Requested): OnceAnswer => ({
  go: `/payment_records/${paymentId}`,
  flash: done instanceof Requested ? { message: done.message, tone: 'info' } : done,
});
