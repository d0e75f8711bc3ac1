import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { answerOfPayment } from './answer.ts';
import { Move, move } from './move.ts';
import { Reverse, reverse, Refund, refund, Unidentify, unidentify } from './corrections.ts';

const params = z.object({ id });
const sensitive = { ...may('payments.reverse'), once: true, confirm: true };

/** Corrections of payments; those that hurt are approved by a second person. */
export function correctionRoutes(app: App): void {
  app.post('/payments/:id/reverse', { config: sensitive, schema: { params, body: Reverse } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answerOfPayment(request.params.id, await reverse(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post('/payments/:id/refund', { config: sensitive, schema: { params, body: Refund } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answerOfPayment(request.params.id, await refund(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post('/payments/:id/move', { config: sensitive, schema: { params, body: Move } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answerOfPayment(request.params.id, await move(tx, actor, request.params.id, request.body)),
    ),
  );
  app.post('/payments/:id/unplace', { config: sensitive, schema: { params, body: Unidentify } }, (request, reply) =>
    reply.once(async (tx, actor) =>
      answerOfPayment(request.params.id, await unidentify(tx, actor, request.params.id, request.body)),
    ),
  );
}
