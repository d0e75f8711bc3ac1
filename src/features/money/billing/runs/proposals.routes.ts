import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { BillTicked, billTicked, CreditTicked, creditTicked, proposalsOf } from './act-on-proposals.ts';
import { proposalsPage } from './billing.routes.ts';

const params = z.object({ id });
const config = may('fees.bill');

/** Late admissions to bill and class changes to credit. */
export function proposalRoutes(app: App): void {
  app.get('/fees/:id/proposals', { config: { ...config, isHeavy: true }, schema: { params } }, async (request, reply) =>
    reply.page(proposalsPage, await request.snapshot((tx, actor) => proposalsOf(tx, actor, request.params.id))),
  );

  app.post(
    '/fees/:id/proposals/bill',
    {
      config: { ...config, once: true, ...allowedForOwnFamily('Charges what the fee says.') },
      schema: { params, body: BillTicked },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const billed = await billTicked(tx, actor, request.params.id, request.body);
        return {
          flash: `${countOf(billed, 'student was', 'students were')} billed.`,
          go: `/fees/${request.params.id}/proposals`,
        };
      }),
  );

  app.post(
    '/fees/:id/proposals/credit',
    { config: { ...config, once: true, confirm: true }, schema: { params, body: CreditTicked } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const done = await creditTicked(tx, actor, request.params.id, request.body);
        return {
          flash:
            done instanceof Requested ? done.message : `${countOf(done, 'invoice was', 'invoices were')} cancelled.`,
          go: `/fees/${request.params.id}/proposals`,
        };
      }),
  );
}
