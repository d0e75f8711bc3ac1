import { may, type App } from '#web/routes.ts';
import { analysisPage } from '../results.pages.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { analysisProps } from './analysis-view.ts';
import { AnalysisQuery } from './analysis.queries.ts';

/** How classes and courses did, for principals and for teachers of what they teach. */
export function analysisRoutes(app: App): void {
  app.get(
    '/result-analysis',
    { config: may(...seeingResults), schema: { querystring: AnalysisQuery } },
    async (request, reply) =>
      reply.page(analysisPage, await request.snapshot((db, actor) => analysisProps(db, actor, request.query))),
  );
}
