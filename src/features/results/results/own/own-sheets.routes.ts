import { may, type App } from '#web/routes.ts';
import { ownResultsPage } from '../results.pages.ts';
import { ownSheets } from './own-sheets.queries.ts';

/** Where class teachers find the results of their batches. */
export function ownSheetRoutes(app: App): void {
  app.get('/class-results', { config: may('marks.viewOwn') }, async (request, reply) =>
    reply.page(ownResultsPage, { sheets: await request.read((db, actor) => ownSheets(db, actor)) }),
  );
}
