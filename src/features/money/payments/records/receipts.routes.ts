import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { maySeePayments } from '../payments.access.ts';
import { printReceipt, sendReceipt } from './receipts.ts';
import { receiptPaper } from './receipt-paper.queries.ts';

const params = z.object({ id });
const Paper = z.object({ paper: z.enum(['a4', 'a5', 'roll']).default('a4') });

/** Receipts on paper. */
export function receiptRoutes(app: App): void {
  // A POST, because the first print is the original: prefetching a link must not use it up.
  app.post(
    '/payments/:id/receipt',
    {
      config: { ...may(...maySeePayments), takesForm: true, ...allowedForOwnFamily('A copy of what was issued.') },
      schema: { params, querystring: Paper },
    },
    async (request, reply) => {
      const wanted = { ...request.params, ...request.query, origin: await request.publicOrigin() };
      const look = () => request.snapshot((tx, actor) => receiptPaper(tx, actor, app.services.files, wanted));
      const paper = await look();
      return reply.pdf({
        title: `receipt ${paper.number}`,
        layout: new URL('../print/receipt.pdf.ts', import.meta.url),
        data: paper,
        commit: async (drawn) => {
          const isPrinted = await request.write((tx, actor) => printReceipt(tx, actor, request.params.id, drawn));
          return isPrinted ? null : look();
        },
      });
    },
  );

  app.post(
    '/payments/:id/send',
    {
      config: {
        ...may(...maySeePayments),
        once: true,
        ...allowedForOwnFamily('A copy of what was issued, to the payer.'),
      },
      schema: { params },
    },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      return reply.once(async (tx, actor) => {
        const channel = await sendReceipt(tx, actor, request.params.id, origin);
        const flash =
          channel === 'email' ? 'The receipt is on its way by e-mail.' : 'The receipt is on its way by SMS.';
        return { go: `/payment_records/${request.params.id}`, flash };
      });
    },
  );
}
