import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { reportPage } from '../reports.pages.ts';
import { Answers } from './asked.ts';
import { runPage } from './run-page.ts';

const params = z.object({ savedReportId: id });
const Asked = z.object({ answers: Answers, after: z.string().max(8000).optional() });
const Unsaved = Asked.extend({ institution_id: id, design: z.string().max(12_000) });

/** Reports with their rows. */
export function runRoutes(app: App): void {
  const { reports: parts } = app.product;

  app.get(
    '/reports/run',
    { config: { ...may('reports.create'), isHeavy: true }, schema: { querystring: Unsaved } },
    (request, reply) => {
      const { institution_id: institutionId, design, ...asked } = request.query;
      return reply.page(reportPage, runPage(request, parts, { institutionId, design }, asked));
    },
  );

  app.get(
    '/reports/:savedReportId',
    { config: { ...may('reports.view'), isHeavy: true }, schema: { params, querystring: Asked } },
    (request, reply) =>
      reply.page(reportPage, runPage(request, parts, { reportId: request.params.savedReportId }, request.query)),
  );
}
