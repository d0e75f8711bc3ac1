import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { sittingName } from '#features/teaching/attendance/mark-kinds.ts';
import {
  termRegisters,
  timesAttended,
  type TermRegisters,
} from '#features/teaching/attendance/terms/term-registers.queries.ts';
import { findNoteSheet, writesAs } from '../notes/note-sheet.queries.ts';
import { noteRows } from '../notes/notes.queries.ts';

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
export async function proposeAttendance(db: Db, actor: Actor, sheetId: number): Promise<ProposedAttendance> {
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
    return 'Registers are taken in each lesson here, so they don’t say how often the school opened. Enter the times by hand.';
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
