import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { usableSubject } from '../engine/usable-fields.ts';
import { reportDesignPage } from '../reports.pages.ts';
import { editReport, EditReport } from '../saved/change-reports.ts';
import { SaveReport, saveReport } from '../saved/save-report.ts';
import { choicesOf } from './choices.queries.ts';
import { newDesign, offerFor, savedDesign, StartOfReport } from './design-page.queries.ts';
import { PreviewDesign, previewOf } from './preview.ts';

const params = z.object({ savedReportId: id });
const name = z.string().max(60);
const Offer = z.object({ institution_id: id, subject: name });
const Choices = Offer.extend({ field: name, q: z.string().max(100).default('') });

/** The designer of text reports. */
export function designRoutes(app: App): void {
  const { reports: parts } = app.product;
  const config = may('reports.create');
  const heavy = { ...config, isHeavy: true };
  const edit = editReport(parts);

  app.get('/reports/new', { config, schema: { querystring: StartOfReport } }, async (request, reply) =>
    reply.page(reportDesignPage, await request.snapshot((tx, actor) => newDesign(tx, { actor, parts }, request.query))),
  );

  app.get('/reports/fields', { config, schema: { querystring: Offer } }, async (request, reply) => {
    const { institution_id, subject } = request.query;
    return reply.send(await request.snapshot((tx, actor) => offerFor(tx, { actor, parts }, institution_id, subject)));
  });

  app.get(
    '/reports/choices',
    { config: { ...may('reports.view'), isHeavy: true }, schema: { querystring: Choices } },
    async (request, reply) => {
      const { institution_id: wanted, subject, field, q } = request.query;
      const found = await request.snapshot(async (tx, actor) =>
        choicesOf(tx, await usableSubject(tx, { actor, wanted }, parts, subject), field, q),
      );
      return reply.send(found);
    },
  );

  app.post('/reports/preview', { config: heavy, schema: { body: PreviewDesign } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => previewOf(tx, actor, parts, request.body))),
  );

  app.post('/reports', { config: { ...config, once: true }, schema: { body: SaveReport } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const saved = await saveReport(tx, actor, parts, request.body);
      return { flash: `${request.body.name} was saved.`, go: `/reports/${saved.id}` };
    }),
  );

  app.get('/reports/:savedReportId/edit', { config, schema: { params } }, async (request, reply) => {
    const page = await request.snapshot((tx, actor) => savedDesign(tx, { actor, parts }, request.params.savedReportId));
    const form = { ...page.report, ...page.design };
    return reply.page(reportDesignPage, { ...page, opened: openedOf(EditReport, form) });
  });

  app.post('/reports/:savedReportId', { config, schema: { params, body: EditReport } }, async (request, reply) => {
    const { savedReportId } = request.params;
    await request.write((tx, actor) => edit(tx, actor, savedReportId, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(`/reports/${savedReportId}`);
  });
}
