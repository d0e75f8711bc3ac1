import { ownFamilyBy } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { notesPage } from '../term-notes.pages.ts';
import { noteRows, notesSince, timeNow, findNoteSheet, seeingNotes, writesAs } from './notes.queries.ts';
import { SaveNotes, saveNotes } from './save-notes.ts';
import type { Db } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { sittingName } from '#features/teaching/attendance/mark-kinds.ts';
import {
  termRegisters,
  timesAttended,
  type TermRegisters,
} from '#features/teaching/attendance/terms/term-registers.queries.ts';
import { canOpenSheet } from '#features/results/assessment/assessment.policy.ts';

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
      const canSeeResults = can(actor, 'marks.view', sheet.institutionId) || sheet.isClassTeacher;
      const canCorrect =
        sheet.state === 'published' &&
        (['marks.enter', 'marks.approve'] as const).some((one) => can(actor, one, sheet.institutionId));
      return {
        sheet,
        rows,
        since,
        writes: writesAs(actor, sheet),
        canOpenSheet: canOpenSheet(actor, sheet),
        canSeeResults,
        canCorrect,
      };
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

/** A note that the registers say otherwise: of a student, or of the whole sheet. */
export interface AttendanceChange {
  studentId: number | null;
  name: string;
  /** Empty: nothing was entered. */
  entered: string;
  counted: string;
}

export interface ProposedAttendance {
  /** Why the registers can't be used. */
  refused: string | null;
  registers: number;
  timesOpened: number;
  changes: AttendanceChange[];
  /** Students who are in no register of the term. */
  without: string[];
}

/** What attendance on report cards would be by the registers. Nothing is written: the grid asks first. */
async function proposeAttendance(db: Db, actor: Actor, sheetId: number): Promise<ProposedAttendance> {
  const sheet = await findNoteSheet(db, actor, sheetId);
  if (!writesAs(actor, sheet).teacher) throw new NotAllowed();
  const [rows, registers] = await Promise.all([noteRows(db, sheet), termRegisters(db, sheet)]);
  const { taken, timesOpened } = registers;
  const refused = refusalOf(registers);
  if (refused) return { refused, registers: taken, timesOpened, changes: [], without: [] };
  const attended = await timesAttended(
    db,
    sheet,
    rows.map(({ id }) => id),
  );
  const opened = {
    studentId: null,
    name: 'Times the school opened',
    counted: String(timesOpened),
    entered: String(sheet.timesOpened ?? ''),
  };
  const ofStudents = rows.flatMap(({ id, name, notes }) => {
    const times = attended.get(id);
    return times === undefined ? [] : { studentId: id, name, entered: notes['present'] ?? '', counted: String(times) };
  });
  return {
    refused,
    registers: taken,
    timesOpened,
    changes: [opened, ...ofStudents].filter(({ entered, counted }) => entered !== counted),
    without: rows.flatMap(({ id, name }) => (attended.has(id) ? [] : name)),
  };
}

const mostNamed = 3;

function refusalOf({ mode, due, taken, missing }: TermRegisters): string | null {
  if (mode === 'lessons')
    return 'Registers are taken in each lesson here, so they don’t show how often the school opened. Enter the times by hand.';
  if (taken === 0) return 'No register of this term has been taken yet.';
  if (taken === due) return null;
  const named = missing
    .slice(0, mostNamed)
    .map(({ onDate, sitting }) =>
      sitting === 0 ? formatDay(onDate) : `${formatDay(onDate)}, ${sittingName(sitting).toLowerCase()}`,
    );
  const others = due - taken - named.length;
  const list = `${named.join('; ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${due - taken} of ${due} registers ${due - taken === 1 ? 'is' : 'are'} missing: ${list}. Take ${due - taken === 1 ? 'it' : 'them'} first, or enter the times by hand.`;
}
