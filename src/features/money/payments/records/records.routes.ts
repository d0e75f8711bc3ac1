import { z } from 'zod';
import { institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { id } from '#kernel/schemas.ts';
import { feeChoices } from '#features/money/fees/fee-choices.queries.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { may, type App } from '#web/routes.ts';
import { maySeePayments } from '../payments.access.ts';
import { paymentListPage, paymentRecordPage } from '../payments.pages.ts';
import { cashierChoices, chosenCashier } from './cashier-choices.ts';
import { ExportPayments, exportPayments } from './export-payments.ts';
import { paymentRecord } from './payment-record.queries.ts';
import { paymentList, paymentTotals } from './payments.list.ts';

const config = may(...maySeePayments);

/** Payment records: the list with its filters, and one payment. */
export function recordRoutes(app: App): void {
  app.get('/payment_records', { config, schema: { querystring: paymentList.Filter } }, async (request, reply) => {
    const { after: _, ...filter } = request.query;
    const props = await request.read(async (db, actor) => ({
      cashier: await chosenCashier(db, actor, request.query.cashier),
      placing: institutionsWhere(actor, 'payments.place').map((one) => {
        const { name, currency } = membershipIn(actor, one)!;
        return { id: one, name, currency };
      }),
      can: {
        export: institutionsWhere(actor, 'payments.export').length > 0,
        view: institutionsWhere(actor, 'payments.view').length > 0,
      },
    }));
    return reply.page(paymentListPage, { filter, ...props });
  });

  // The specification's call (7.8): the rows and totals that the screen shows.
  app.get(
    '/payment_records/payment_record_filter',
    { config: { ...config, isHeavy: true }, schema: { querystring: paymentList.Filter } },
    async (request, reply) =>
      reply.send(
        await paymentList.props(request, async (db, actor) => ({
          // Further pages have the totals of the first.
          totals: request.query.after === undefined ? await paymentTotals(db, actor, request.query) : null,
        })),
      ),
  );

  serveChoices(app, '/payment_records/fee-options', 'payments.view', feeChoices);
  serveChoices(app, '/payment_records/cashier-options', 'payments.view', cashierChoices);

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/payment_records/export.${format}`,
      { config: may('payments.export'), schema: { querystring: ExportPayments }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportPayments(actor, request.query)),
    );

  app.get('/payment_records/:id', { config, schema: { params: z.object({ id }) } }, async (request, reply) =>
    reply.page(paymentRecordPage, await request.snapshot((tx, actor) => paymentRecord(tx, actor, request.params.id))),
  );
}
