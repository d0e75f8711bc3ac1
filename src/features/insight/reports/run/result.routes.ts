import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import { maySend } from '#features/messages/messages/messages.policy.ts';
import { may, type App } from '#web/routes.ts';
import { LabelOptions, labelFile, labelsPage, queueLongLabels } from '../labels/label-file.ts';
import { reportLabelsPage } from '../reports.pages.ts';
import { messageReport } from './questions.ts';
import { reportToRun, type Source, RunParameters, runAddress, RunsSaved, RunsUnsaved } from './report-to-run.ts';

/** What follows from the rows of a report: a message to the people in them, and labels. */
export function resultRoutes(app: App): void {
  const { reports: parts } = app.product;
  const config = { ...may(...maySend), isHeavy: true };
  const [view, create] = [may('reports.view'), may('reports.create')];

  /** To the new message; what stands in its way is said on the report's page. */
  const message = async (
    request: Pick<FastifyRequest, 'snapshot'>,
    reply: FastifyReply,
    source: Source,
    answers: Record<string, string[]> | undefined,
  ) => {
    try {
      const address = await request.snapshot(async (tx, actor) => {
        const report = await reportToRun(tx, actor, source);
        return messageReport(tx, actor, parts, { ...report, ...(answers && { answers }) });
      });
      return reply.seeOther(address);
    } catch (error) {
      if (!(error instanceof ValidationError) || !('report' in error.errors)) throw error;
      return reply.flash({ tone: 'bad', message: error.message }).seeOther(runAddress(source, answers));
    }
  };

  const labels = async (
    request: Pick<FastifyRequest, 'snapshot'>,
    reply: FastifyReply,
    source: Source,
    answers: Record<string, string[]> | undefined,
  ) => {
    const page = await request.snapshot(async (tx, actor) => {
      const report = { ...(await reportToRun(tx, actor, source)), ...(answers && { answers }) };
      return labelsPage(tx, actor, parts, report, source);
    });
    return reply.page(reportLabelsPage, { ...page, back: runAddress(source, answers) });
  };

  /** The file, or the page of the job that draws it. */
  const labelsPdf = async (
    [request, reply]: [Pick<FastifyRequest, 'write'>, FastifyReply],
    source: Source,
    { answers, ...options }: { answers?: Record<string, string[]> | undefined } & z.output<typeof LabelOptions>,
  ) => {
    const asked = { report: { ...source, ...(answers && { answers }) }, options };
    const queued = await request.write((tx, actor) => queueLongLabels(tx, actor, app.services.jobs, { parts, asked }));
    if (queued !== null) return reply.redirect(`/export-files/${queued}`, 303);
    return reply.table('pdf', async (actor, tx) => {
      const report = { ...(await reportToRun(tx, actor, source)), ...(answers && { answers }) };
      return labelFile(tx, actor, parts, { report, options });
    });
  };

  app.get('/reports/run/message', { config, schema: { querystring: RunsUnsaved } }, (request, reply) => {
    const { institution_id: institutionId, design, answers } = request.query;
    return message(request, reply, { institutionId, design }, answers);
  });

  app.get(
    '/reports/:savedReportId/message',
    { config, schema: { params: RunsSaved, querystring: RunParameters } },
    (request, reply) => message(request, reply, { reportId: request.params.savedReportId }, request.query.answers),
  );

  app.get('/reports/run/labels', { config: create, schema: { querystring: RunsUnsaved } }, (request, reply) => {
    const { institution_id: institutionId, design, answers } = request.query;
    return labels(request, reply, { institutionId, design }, answers);
  });

  app.get(
    '/reports/:savedReportId/labels',
    { config: view, schema: { params: RunsSaved, querystring: RunParameters } },
    (request, reply) => labels(request, reply, { reportId: request.params.savedReportId }, request.query.answers),
  );

  app.get(
    '/reports/run/labels.pdf',
    { config: create, schema: { querystring: RunsUnsaved.extend(LabelOptions.shape) }, exposeHeadRoute: false },
    (request, reply) => {
      const { institution_id: institutionId, design, ...options } = request.query;
      return labelsPdf([request, reply], { institutionId, design }, options);
    },
  );

  app.get(
    '/reports/:savedReportId/labels.pdf',
    {
      config: view,
      schema: { params: RunsSaved, querystring: RunParameters.extend(LabelOptions.shape) },
      exposeHeadRoute: false,
    },
    (request, reply) => labelsPdf([request, reply], { reportId: request.params.savedReportId }, request.query),
  );
}
