import { z } from 'zod';
import { institutionsInView } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { may, type App } from '#web/routes.ts';
import { ownResultsPage } from '../results.pages.ts';
import { ownSheets } from './own-sheets.queries.ts';

/** Where class teachers find the results of their batches, and others with access to all marks those of the term. */
export function ownSheetRoutes(app: App): void {
  app.get(
    '/class-results',
    { config: may('marks.viewOwn'), schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const { institution_id: wanted } = request.query;
      const props = await request.read(async (db, actor) => ({
        sheets: await ownSheets(db, actor, wanted),
        seesAll: institutionsInView(actor, wanted, 'marks.view').length > 0,
      }));
      return reply.page(ownResultsPage, props);
    },
  );
}
