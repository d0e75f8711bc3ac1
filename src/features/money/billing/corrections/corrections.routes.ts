import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { may, type App } from '#web/routes.ts';
import { CorrectInvoices, correctInvoices } from './correct-invoices.ts';
import { undoCorrection } from './undo-correction.ts';

const params = z.object({ id });

/** Issued invoices of a fee whose amounts were wrong. The page of proposals shows what would change. */
export function correctionRoutes(app: App): void {
  app.post(
    '/fees/:id/proposals/correct',
    { config: { ...may('fees.bill'), once: true, confirm: true }, schema: { params, body: CorrectInvoices } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await correctInvoices(tx, actor, request.params.id, request.body);
        const go = `/fees/${request.params.id}/proposals`;
        if (done instanceof Requested) return { flash: done.message, go };
        const undo = { action: `/fee-corrections/${done.id}/undo` };
        return { flash: { message: done.message, tone: 'good', undo }, go };
      }),
  );

  app.post('/fee-corrections/:id/undo', { config: may('fees.bill'), schema: { params } }, async (request, reply) => {
    const { feeId, message } = await request.write((tx, actor) => undoCorrection(tx, actor, request.params.id));
    return reply.redirectOrJson(message, `/fees/${feeId}/proposals`);
  });
}
