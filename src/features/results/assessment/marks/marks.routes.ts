import { ownFamilyBy } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { discardAll } from '#kernel/files.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { readSmallTable } from '#features/people/imports/reader/read-table.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { courseMarksPage, findCourseSheet, mayEnter, markRows } from './course-sheet.queries.ts';
import { checkFile, exportMarks, changesSince, lastChange } from './check-file.ts';
import { finishCourse } from './finish-course.ts';
import { SaveMarks, saveMarks } from './save-marks.ts';

const params = z.object({ id, courseId: id });
const seeing = may('marks.view', 'marks.enter', 'marks.viewOwn', 'marks.enterOwn');
const entering = may('marks.enter', 'marks.enterOwn');
const at = '/mark-sheets/:id/courses/:courseId';
/** A teacher enters the marks of a class, except those of their own family. */
const byStudent = ownFamilyBy('students', 'A sheet has many students; others approve it.');
const placeOf = ({ id: sheetId, courseId }: z.infer<typeof params>) => ({ sheetId, courseId });

/** The marks of a course in a batch: a grid that saves each change by itself. */
export function marksRoutes(app: App): void {
  const { files } = app.services;
  app.get(at, { config: seeing, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const { sheetId, courseId } = placeOf(request.params);
      const sheet = await findCourseSheet(db, actor, sheetId, courseId);
      const [rows, since] = await Promise.all([markRows(db, sheet), lastChange(db, sheet)]);
      const { state, institutionId } = sheet;
      const mayCorrect = can(actor, 'marks.enter', institutionId) || can(actor, 'marks.approve', institutionId);
      return {
        sheet,
        rows,
        since,
        canEnter: state === 'open' && mayEnter(actor, sheet),
        canCorrect: state === 'published' && mayCorrect,
      };
    });
    return reply.page(courseMarksPage, props);
  });

  // What others have entered since: the grid asks while it is in view.
  app.get(
    `${at}/changes`,
    {
      config: seeing,
      schema: { params, querystring: z.object({ since: queryParam(z.coerce.number().int().min(0)) }) },
    },
    async (request, reply) => {
      const { sheetId, courseId } = placeOf(request.params);
      const found = await request.snapshot(async (db, actor) => {
        const sheet = await findCourseSheet(db, actor, sheetId, courseId);
        return { state: sheet.state, ...(await changesSince(db, sheet, request.query.since ?? 0)) };
      });
      return reply.send(found);
    },
  );

  app.post(
    `${at}/marks`,
    { config: { ...entering, ...byStudent }, schema: { params, body: SaveMarks } },
    async (request, reply) =>
      reply.send(await request.write((tx, actor) => saveMarks(tx, actor, placeOf(request.params), request.body.cells))),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(`${at}/marks.${format}`, { config: seeing, schema: { params } }, (request, reply) =>
      reply.table(format, (actor, tx) => exportMarks(tx, actor, placeOf(request.params))),
    );

  app.post(
    `${at}/marks/check`,
    { config: { ...entering, ...byStudent, isHeavy: true }, schema: { params } },
    async (request, reply) => {
      // Checked before the upload is read.
      const { sheetId, courseId } = placeOf(request.params);
      const sheet = await request.read((db, actor) => findCourseSheet(db, actor, sheetId, courseId));
      if (!mayEnter(request.actor, sheet)) throw new NotAllowed();
      const { stored } = await receiveStoredFile(request, files, { field: 'file', bytes: 2_000_000 });
      try {
        const table = await readSmallTable(files, sheet.institutionId, stored, 'marks');
        return reply.send(await request.snapshot((db) => checkFile(db, sheet, table)));
      } finally {
        await discardAll(files, [stored.storedAs]);
      }
    },
  );

  for (const [act, isDone] of [
    ['finish', true],
    ['resume', false],
  ] as const)
    app.post(`${at}/${act}`, { config: { ...entering, ...byStudent }, schema: { params } }, async (request, reply) => {
      await request.write((tx, actor) => finishCourse(tx, actor, placeOf(request.params), isDone));
      const words = isDone ? 'The marks were submitted.' : 'You can enter marks again.';
      return reply.flash(words).seeOther(`/mark-sheets/${request.params.id}/courses/${request.params.courseId}`);
    });
}
