import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { TableFormat } from '#kernel/export/columns.ts';
import { may, type App } from '#web/routes.ts';
import { reportPage } from '../reports.pages.ts';
import { reportFile, queueLongReport } from '../files/report-file.ts';
import {
  reportToRun,
  type Source,
  runPage,
  RunParameters,
  RunsSaved as params,
  RunsUnsaved as Unsaved,
} from './report-to-run.ts';

const photos = z.literal('1').optional();
const AskedFile = RunParameters.extend({ photos });
const UnsavedFile = Unsaved.extend({ photos });

/** Reports with their rows. */
export function runRoutes(app: App): void {
  const { reports: parts } = app.product;

  app.get(
    '/reports/run',
    { config: { ...may('reports.create'), isHeavy: true }, schema: { querystring: Unsaved } },
    (request, reply) => {
      const { institution_id: institutionId, design, ...asked } = request.query;
      return reply.page(reportPage, runPage(request, parts, found({ institutionId, design }), asked));
    },
  );

  app.get(
    '/reports/:savedReportId',
    { config: { ...may('reports.view'), isHeavy: true }, schema: { params, querystring: RunParameters } },
    (request, reply) =>
      reply.page(reportPage, runPage(request, parts, found({ reportId: request.params.savedReportId }), request.query)),
  );

  /** The file, or the page of the job that makes it: not many rows are written while the browser waits. */
  const file = async (
    [request, reply]: [FastifyRequest, FastifyReply],
    format: TableFormat,
    source: Source,
    { answers, photos }: z.output<typeof AskedFile>,
  ) => {
    const hasPhotos = photos === '1' && format !== 'csv';
    const asked = { ...source, ...(answers && { answers }), ...(hasPhotos && { photos: true }) };
    const queued = await request.write((tx, actor) =>
      queueLongReport(tx, actor, app.services.jobs, { parts, asked, format }),
    );
    if (queued !== null) return reply.redirect(`/export-files/${queued}`, 303);
    return reply.table(format, async (actor, tx) => {
      const report = { ...(await reportToRun(tx, actor, source)), ...(answers && { answers }) };
      return reportFile(tx, actor, parts, app.services.files, { report, format, hasPhotos });
    });
  };

  for (const format of formats) {
    app.get(
      `/reports/run.${format}`,
      { config: may('reports.create'), schema: { querystring: UnsavedFile }, exposeHeadRoute: false },
      (request, reply) => {
        const { institution_id: institutionId, design, ...asked } = request.query;
        return file([request, reply], format, { institutionId, design }, asked);
      },
    );

    app.get(
      `/reports/:savedReportId/rows.${format}`,
      { config: may('reports.view'), schema: { params, querystring: AskedFile }, exposeHeadRoute: false },
      (request, reply) => file([request, reply], format, { reportId: request.params.savedReportId }, request.query),
    );
  }
}

const found = (source: Source) => (tx: Tx, actor: Actor) => reportToRun(tx, actor, source);

const formats = ['csv', 'xlsx', 'pdf'] as const satisfies readonly TableFormat[];
