import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { exportOverview } from './export-overview.ts';
import { moneyOverview, type MoneyOverview } from './overview.ts';
import { overviewData } from './print/overview-data.ts';
import { page } from '#web/page.ts';

const View = z.object(viewFields);

/** What a bursar looks at every morning. */
export function moneyRoutes(app: App): void {
  app.get('/money', { config: may('payments.view'), schema: { querystring: View } }, async (request, reply) =>
    reply.page(moneyPage, await request.read((db, actor) => moneyOverview(db, actor, request.query.institution_id))),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/money/export.${format}`,
      { config: may('payments.export'), schema: { querystring: View }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => exportOverview(actor, tx, request.query.institution_id)),
    );

  app.get(
    '/money/overview.pdf',
    {
      config: { ...may('payments.export'), isHeavy: true },
      schema: { querystring: View },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { institution_id: wanted } = request.query;
      const data = await request.write((tx, actor) => overviewData(tx, actor, app.services.files, wanted));
      return reply.pdf({
        title: `fees and payments ${data.day}`,
        layout: new URL('./print/overview.pdf.ts', import.meta.url),
        data,
      });
    },
  );
}

export const moneyPage = page<MoneyOverview>('balances/money');
