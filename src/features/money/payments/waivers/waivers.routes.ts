import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { answerOfInvoice } from '#features/money/invoices/corrections/answer.ts';
import { may, type App } from '#web/routes.ts';
import { waive, Waiver } from './waive.ts';

const params = z.object({ id });

/** Waivers and write-offs, from the page of the invoice. */
export function waiverRoutes(app: App): void {
  app.post(
    '/invoices/:id/waive',
    { config: { ...may('fees.waive'), once: true, confirm: true }, schema: { params, body: Waiver } },
    (request, reply) =>
      reply.once(async (tx, actor) =>
        answerOfInvoice(request.params.id, await waive(tx, actor, request.params.id, request.body), (done) => done),
      ),
  );
}
