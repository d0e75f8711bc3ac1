import { asc, isNull, and } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { pinKinds } from '#features/money/pins/pins.schema.ts';
import { may, type App } from '#web/routes.ts';
import { orderRecordPage, transactionListPage } from '../orders.pages.ts';
import { ExportTransactions, exportTransactions } from './export-transactions.ts';
import { orderRecord } from './order-record.queries.ts';
import { transactionList, transactionTotals } from './pin-transactions.list.ts';

const config = may('orders.view');

/** The search of pin transactions (2.8), and one order. */
export function transactionRoutes(app: App): void {
  app.get('/pin_transactions', { config, schema: { querystring: transactionList.Filter } }, async (request, reply) =>
    reply.page(
      transactionListPage,
      await transactionList.props(request, async (db, actor) => {
        const seen = institutionsInView(actor, request.query.institution_id, 'orders.view');
        const [totals, kinds] = await Promise.all([
          transactionTotals(db, actor, request.query),
          db
            .select({ id: pinKinds.id, name: pinKinds.name })
            .from(pinKinds)
            .where(and(isOneOf(pinKinds.institutionId, seen), isNull(pinKinds.archivedAt)))
            .orderBy(asc(pinKinds.name)),
        ]);
        const has = (permission: 'orders.export' | 'payments.take') =>
          institutionsInView(actor, request.query.institution_id, permission).length > 0;
        return { totals, kinds, can: { export: has('orders.export'), sell: has('payments.take') } };
      }),
    ),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/pin_transactions/export.${format}`,
      { config: may('orders.export'), schema: { querystring: ExportTransactions }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportTransactions(actor, request.query)),
    );

  app.get(
    '/pin_transactions/:id',
    { config: may('orders.view', 'payments.take'), schema: { params: z.object({ id }) } },
    async (request, reply) =>
      reply.page(orderRecordPage, {
        order: await request.snapshot((tx, actor) => orderRecord(tx, actor, request.params.id)),
      }),
  );
}
