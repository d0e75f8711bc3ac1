import { ownFamilyBy } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { proposeAttendance } from '../registers/propose-attendance.ts';
import { notesPage } from '../term-notes.pages.ts';
import { findNoteSheet, seeingNotes, writesAs } from './note-sheet.queries.ts';
import { noteRows, notesSince, timeNow } from './notes.queries.ts';
import { SaveNotes, saveNotes } from './save-notes.ts';

const params = z.object({ id });
const seeing = may(...seeingNotes);
const at = '/mark-sheets/:id/notes';
const Since = z.object({ since: queryParam(z.coerce.number().min(0).max(1e14)) });

/** Attendance, traits and remarks of a sheet: a grid that saves each change by itself. */
export function noteRoutes(app: App): void {
  app.get(at, { config: seeing, schema: { params } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const sheet = await findNoteSheet(db, actor, request.params.id);
      const [rows, since] = await Promise.all([noteRows(db, sheet), timeNow(db)]);
      const canOpenSheet = (['marks.view', 'marks.open', 'marks.approve'] as const).some((one) =>
        can(actor, one, sheet.institutionId),
      );
      const canSeeResults = can(actor, 'marks.view', sheet.institutionId) || sheet.isClassTeacher;
      const canCorrect =
        sheet.state === 'published' &&
        (['marks.enter', 'marks.approve'] as const).some((one) => can(actor, one, sheet.institutionId));
      return { sheet, rows, since, writes: writesAs(actor, sheet), canOpenSheet, canSeeResults, canCorrect };
    });
    return reply.page(notesPage, props);
  });

  // What others have entered since: the grid asks while it is in view.
  app.get(`${at}/changes`, { config: seeing, schema: { params, querystring: Since } }, async (request, reply) => {
    const found = await request.snapshot(async (db, actor) => {
      const sheet = await findNoteSheet(db, actor, request.params.id);
      const [rows, since] = await Promise.all([notesSince(db, sheet, request.query.since ?? 0), timeNow(db)]);
      return { rows, since, timesOpened: sheet.timesOpened };
    });
    return reply.send(found);
  });

  // Attendance by the registers, to be looked at before it is filled in.
  app.get(
    '/mark-sheets/:id/register-totals',
    { config: may('marks.enter', 'marks.enterOwn'), schema: { params } },
    async (request, reply) =>
      reply.send(await request.snapshot((db, actor) => proposeAttendance(db, actor, request.params.id))),
  );

  app.post(
    at,
    {
      config: { ...seeing, ...ownFamilyBy('students', 'A sheet has many students.') },
      schema: { params, body: SaveNotes },
    },
    async (request, reply) =>
      reply.send(await request.write((tx, actor) => saveNotes(tx, actor, request.params.id, request.body.cells))),
  );
}
