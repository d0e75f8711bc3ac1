import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import type { FastifyReply } from 'fastify';
import type { TableFormat } from '#kernel/export/columns.ts';
import { may, type App } from '#web/routes.ts';
import { reportPage } from '../reports.pages.ts';
import { Answers } from './asked.ts';
import { reportFile } from '../files/report-file.ts';
import { reportToRun, type Source } from './report-to-run.ts';
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

  const file = (
    reply: FastifyReply,
    format: TableFormat,
    source: Source,
    answers: Record<string, string[]> | undefined,
  ) =>
    reply.table(format, async (actor, tx) => {
      const report = { ...(await reportToRun(tx, actor, source)), ...(answers && { answers }) };
      return reportFile(tx, actor, parts, app.services.files, { report, format });
    });

  for (const format of formats) {
    app.get(
      `/reports/run.${format}`,
      { config: may('reports.create'), schema: { querystring: Unsaved }, exposeHeadRoute: false },
      (request, reply) => {
        const { institution_id: institutionId, design, answers } = request.query;
        return file(reply, format, { institutionId, design }, answers);
      },
    );

    app.get(
      `/reports/:savedReportId/rows.${format}`,
      { config: may('reports.view'), schema: { params, querystring: Asked }, exposeHeadRoute: false },
      (request, reply) => file(reply, format, { reportId: request.params.savedReportId }, request.query.answers),
    );
  }
}

const formats = ['csv', 'xlsx', 'pdf'] as const satisfies readonly TableFormat[];
