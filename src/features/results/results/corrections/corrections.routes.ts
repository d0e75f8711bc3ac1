import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { ownFamilyBy } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { approve, complete, Decline, decline, withdraw } from '#features/records/approvals/decide.ts';
import { may, type App } from '#web/routes.ts';
import {
  correctionFormPage,
  correctionListPage,
  correctionPage as page,
  studentCorrectionPage,
} from '../results.pages.ts';
import {
  AskCorrection,
  askCorrection,
  CompareCorrection,
  compareCorrection,
  correctionAddress,
} from './ask-correction.ts';
import { correctionForm } from './correction-form.queries.ts';
import { correctionPage, comparisonOf } from './correction-page.queries.ts';
import { correctionList } from './corrections.list.ts';
import { askingCorrections, findCorrectedSheet, refuseUnpublished, seeingCorrections } from './late-results.ts';
import { findCorrection } from './apply-correction.ts';
import { studentForm, studentFormAddress } from './student-form.queries.ts';

const params = z.object({ id });
const asking = may(...askingCorrections);
const seeing = may(...seeingCorrections);
const byStudent = ownFamilyBy('students', 'Corrections name the students whose marks change.');

/** Corrections of published results: asked for by one person, agreed to by another. */
export function correctionRoutes(app: App): void {
  const context = () => ({
    kinds: app.product.approvals,
    services: { ...app.services, personalData: app.product.personalData },
  });

  app.get(
    '/mark-sheets/:id/correction',
    { config: asking, schema: { params, querystring: z.object({ course: queryParam(id) }) } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const sheet = await findCorrectedSheet(db, actor, request.params.id);
        refuseUnpublished(sheet);
        return { sheet, ...(await correctionForm(db, sheet, request.query.course)) };
      });
      return reply.page(correctionFormPage, props);
    },
  );

  app.get(
    '/mark-sheets/:id/students/:studentId/correction',
    { config: asking, schema: { params: z.object({ id, studentId: id }) } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const sheet = await findCorrectedSheet(db, actor, request.params.id);
        refuseUnpublished(sheet);
        await refuseOwnFamily(db, actor, { students: [request.params.studentId] }, { may: askingCorrections });
        return { sheet, ...(await studentForm(db, sheet, request.params.studentId)) };
      });
      return reply.page(studentCorrectionPage, props);
    },
  );

  // From a report card, which doesn’t know its sheet.
  app.get('/published-results/:id/correction', { config: asking, schema: { params } }, async (request, reply) =>
    reply.seeOther(await request.snapshot((db, actor) => studentFormAddress(db, actor, request.params.id))),
  );

  // Writes nothing; the marks are too many for an address.
  app.post(
    '/mark-sheets/:id/correction/compare',
    {
      config: { ...asking, isHeavy: true, ...byStudent },
      schema: { params, body: CompareCorrection },
    },
    async (request, reply) => {
      const { replacements, seen } = await request.snapshot((tx, actor) =>
        compareCorrection(tx, actor, request.params.id, request.body),
      );
      return reply.send({ seen, ...comparisonOf(replacements) });
    },
  );

  app.post(
    '/mark-sheets/:id/corrections',
    {
      config: { ...asking, once: true, ...byStudent },
      schema: { params, body: AskCorrection },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { correctionId, requested } = await askCorrection(tx, actor, request.params.id, request.body);
        return { flash: requested.message, go: correctionAddress(correctionId) };
      }),
  );

  app.get(
    '/result-corrections',
    { config: seeing, schema: { querystring: correctionList.Filter } },
    async (request, reply) => reply.page(correctionListPage, await correctionList.props(request)),
  );

  app.get('/result-corrections/:id', { config: seeing, schema: { params } }, async (request, reply) =>
    reply.page(page, await request.snapshot((db, actor) => correctionPage(db, actor, request.params.id))),
  );

  // Answers in the background: what has changed meanwhile is shown on the same page.
  app.post(
    '/result-corrections/:id/approve',
    { config: { ...seeing, confirm: true }, schema: { params, body: z.object({ seen: z.string().max(64) }) } },
    async (request, reply) => {
      const { message } = await request.write(async (tx, actor) => {
        const { approvalId, askedBy } = await findCorrection(tx, actor, request.params.id);
        const agree = askedBy === actor.accountId ? complete : approve;
        return agree(tx, actor, approvalId, { ...context(), seen: request.body.seen });
      });
      return reply.send({ message });
    },
  );

  app.post(
    '/result-corrections/:id/refuse',
    { config: seeing, schema: { params, body: Decline } },
    async (request, reply) => {
      await request.write(async (tx, actor) => {
        const { approvalId } = await findCorrection(tx, actor, request.params.id);
        await decline(tx, actor, approvalId, request.body);
      });
      return reply.flash('The correction was refused.').seeOther(correctionAddress(request.params.id));
    },
  );

  app.post('/result-corrections/:id/withdraw', { config: seeing, schema: { params } }, async (request, reply) => {
    await request.write(async (tx, actor) => {
      const { approvalId } = await findCorrection(tx, actor, request.params.id);
      await withdraw(tx, actor, approvalId);
    });
    return reply.flash('The correction was withdrawn.').seeOther(correctionAddress(request.params.id));
  });
}
