import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { costsPage, sentPage } from '../notices.pages.ts';
import { CostView, messageCosts } from './costs.queries.ts';
import { exportCosts } from './export-costs.ts';
import { sentList } from './sent.list.ts';

const config = may('messages.view');

/** What messages cost. */
export function costRoutes(app: App): void {
  app.get('/message-costs', { config, schema: { querystring: CostView } }, async (request, reply) =>
    reply.page(costsPage, await request.read((db, actor) => messageCosts(db, actor, request.query))),
  );
  app.get('/message-costs/sent', { config, schema: { querystring: sentList.Filter } }, async (request, reply) =>
    reply.page(sentPage, await sentList.props(request)),
  );
  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/message-costs/export.${format}`,
      { config, schema: { querystring: z.object(viewFields) }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportCosts(actor, request.query.institution_id)),
    );
}
