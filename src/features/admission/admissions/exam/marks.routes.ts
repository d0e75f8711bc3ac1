import { z } from 'zod';
import { allow, can } from '#kernel/actor.ts';
import { discardAll } from '#kernel/files.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { readSmallTable } from '#features/people/imports/reader/read-table.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { marksPage } from './exam.routes.ts';
import { exportMarks, findExamination, countMarksRows, marksOf } from './exam-marks.queries.ts';
import { checkMarks } from './read-marks-file.ts';
import { SaveMarks, saveMarks } from './save-marks.ts';

const params = z.object({ id });
const reviewing = may('admissions.review');

/** Marks: typed in a grid, or read from a file. */
export function marksRoutes(app: App): void {
  const { files } = app.services;

  app.get(
    '/intakes/:id/marks',
    { config: may('admissions.view'), schema: { params, querystring: z.object({ sitting: queryParam(id) }) } },
    async (request, reply) => {
      const exam = await request.read((db, actor) => findExamination(db, actor, request.params.id));
      const sitting = exam.sittings.find((one) => one.id === request.query.sitting)?.id ?? null;
      const { rows, total } = await request.read(async (db) => {
        const [page, count] = await Promise.all([marksOf(db, exam, sitting, null), countMarksRows(db, exam, sitting)]);
        return { rows: page, total: count };
      });
      const mayReview = can(request.actor, 'admissions.review', exam.institutionId);
      return reply.page(marksPage, { exam, sitting, rows, total, can: { review: mayReview } });
    },
  );

  app.get(
    '/intakes/:id/marks/rows',
    {
      config: may('admissions.view'),
      schema: { params, querystring: z.object({ sitting: queryParam(id), after: queryParam(id) }) },
    },
    async (request, reply) => {
      const { sitting = null, after = null } = request.query;
      const exam = await request.read((db, actor) => findExamination(db, actor, request.params.id));
      return reply.send(await request.read((db) => marksOf(db, exam, sitting, after)));
    },
  );

  app.post('/intakes/:id/marks', { config: reviewing, schema: { params, body: SaveMarks } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => saveMarks(tx, actor, request.params.id, request.body.marks))),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/intakes/:id/marks.${format}`, { config: reviewing, schema: { params } }, (request, reply) =>
      reply.table(format, async (actor, tx) => exportMarks(actor, await findExamination(tx, actor, request.params.id))),
    );

  app.post(
    '/intakes/:id/marks/check',
    { config: { ...reviewing, isHeavy: true }, schema: { params } },
    async (request, reply) => {
      // Checked before the upload is read.
      const exam = await request.read(async (db, actor) => {
        const found = await findExamination(db, actor, request.params.id);
        allow(actor, 'admissions.review', found.institutionId);
        return found;
      });
      const { stored } = await receiveStoredFile(request, files, { field: 'file', bytes: 5_000_000 });
      try {
        const table = await readSmallTable(files, exam.institutionId, stored, 'marks');
        return reply.send(await request.read((db) => checkMarks(db, exam, table)));
      } finally {
        await discardAll(files, [stored.storedAs]);
      }
    },
  );
}
