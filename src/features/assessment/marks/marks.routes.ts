import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { courseMarksPage } from '../assessment.pages.ts';
import { changesSince, lastChange } from './changes.queries.ts';
import { findCourseSheet, mayEnter } from './course-sheet.queries.ts';
import { finishCourse } from './finish-course.ts';
import { markRows } from './mark-rows.queries.ts';
import { SaveMarks, saveMarks } from './save-marks.ts';

const params = z.object({ id, courseId: id });
const seeing = may('marks.view', 'marks.enter', 'marks.viewOwn', 'marks.enterOwn');
const entering = may('marks.enter', 'marks.enterOwn');
const at = '/mark-sheets/:id/courses/:courseId';
const placeOf = ({ id: sheetId, courseId }: z.infer<typeof params>) => ({ sheetId, courseId });

/** The marks of a course in a batch: a grid that saves each change by itself. */
export function marksRoutes(app: App): void {
  app.get(at, { config: seeing, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const { sheetId, courseId } = placeOf(request.params);
      const sheet = await findCourseSheet(db, actor, sheetId, courseId);
      const [rows, since] = await Promise.all([markRows(db, sheet), lastChange(db, sheet)]);
      return { sheet, rows, since, canEnter: sheet.state === 'open' && mayEnter(actor, sheet) };
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

  app.post(`${at}/marks`, { config: entering, schema: { params, body: SaveMarks } }, async (request, reply) =>
    reply.send(await request.write((tx, actor) => saveMarks(tx, actor, placeOf(request.params), request.body.cells))),
  );

  for (const [act, isDone] of [
    ['finish', true],
    ['resume', false],
  ] as const)
    app.post(`${at}/${act}`, { config: entering, schema: { params } }, async (request, reply) => {
      await request.write((tx, actor) => finishCourse(tx, actor, placeOf(request.params), isDone));
      const words = isDone ? 'All marks are in.' : 'Entry is open again.';
      return reply.flash(words).go(`/mark-sheets/${request.params.id}/courses/${request.params.courseId}`);
    });
}
