import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { noteOf, noteProblem, openedField, type NoteField } from './note-fields.ts';
import { noteRows, keepNotes, findNoteSheet, writesAs, type NoteSheet } from './notes.queries.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { record } from '#kernel/audit.ts';
import { countOf } from '#ui/format.ts';

const text = z.string().max(1000);

export const SaveNotes = z.object({
  cells: z
    .array(
      z.object({
        /** Null for what is of the whole sheet. */
        studentId: id.nullable(),
        field: z.string().max(60),
        note: text,
        was: text,
      }),
    )
    .min(1, 'Enter something.')
    .max(10_000, 'Save up to 10,000 notes at once.'),
});
type SentNote = z.infer<typeof SaveNotes>['cells'][number];

interface NoteCellProblem {
  studentId: number | null;
  field: NoteField;
  message: string;
  /** What somebody else has entered meanwhile. */
  current?: string;
}

export interface SavedNotes {
  saved: number;
  problems: NoteCellProblem[];
}

/**
 * Saves notes on report cards. One that does not fit, and one that somebody else has changed since it was shown, is
 * left alone and named; the others are saved. Sending the same again changes nothing.
 */
export async function saveNotes(tx: Tx, actor: Actor, sheetId: number, cells: SentNote[]): Promise<SavedNotes> {
  const found = await openForNotes(tx, actor, sheetId);
  const writes = writesAs(actor, found);
  for (const { field } of cells) if (!writes[field === 'principal' ? 'principal' : 'teacher']) throw new NotAllowed();
  const sheet = await lockNotes(tx, found);
  const rows = new Map((await noteRows(tx, sheet)).map((row) => [row.id, { ...row.notes }]));
  const problems: NoteCellProblem[] = [];
  const changes: SentNote[] = [];
  // The times that the school opened bound the others.
  for (const cell of cells.toSorted((a, b) => Number(b.studentId === null) - Number(a.studentId === null))) {
    const { studentId, field } = cell;
    const problem = (message: string, more: object = {}) => problems.push({ studentId, field, message, ...more });
    const notes = studentId === null ? undefined : rows.get(studentId);
    if (studentId === null ? field !== openedField : !notes || field === openedField) {
      problem('This student is no longer in the sheet. Reload the page.');
      continue;
    }
    const note = noteOf(field, cell.note);
    const current = notes ? (notes[field] ?? '') : String(sheet.timesOpened ?? '');
    if (note === current) continue;
    const wrong = noteProblem(field, note, sheet) ?? (notes ? undefined : tooFewTimes(note, rows.values()));
    if (wrong) problem(wrong);
    else if (current !== noteOf(field, cell.was)) problem('', { current });
    else {
      changes.push({ ...cell, note });
      if (notes) notes[field] = note;
      else sheet.timesOpened = note === '' ? null : Number(note);
    }
  }
  await writeNotes(tx, actor, sheet, changes);
  return { saved: changes.length, problems: await withWhoWrote(tx, sheet, problems) };
}

/** A sheet that is not published; nobody publishes it before the notes are written. */
async function openForNotes(tx: Tx, actor: Actor, sheetId: number): Promise<NoteSheet> {
  const sheet = await findNoteSheet(tx, actor, sheetId, { hold: true });
  if (sheet.state === 'published')
    throw new ValidationError(
      'form',
      `The results of ${sheet.batch} are published, so attendance, traits and remarks can no longer be changed.`,
    );
  return sheet;
}

/** Notes of a sheet are saved one after the other: the row of the sheet is their lock. */
async function lockNotes(tx: Tx, sheet: NoteSheet): Promise<NoteSheet> {
  const { institutionId, id: sheetId } = sheet;
  const [row] = await query<{ timesOpened: number | null }>(tx)`
    insert into sheet_notes as n (institution_id, sheet_id) values (${institutionId}, ${sheetId})
      on conflict (institution_id, sheet_id) do update set times_opened = n.times_opened
      returning n.times_opened as "timesOpened"`;
  return { ...sheet, ...row! };
}

function tooFewTimes(note: string, rows: Iterable<Record<string, string>>): string | undefined {
  const most = Math.max(...[...rows].map(({ present }) => Number(present ?? 0)), 0);
  return note !== '' && Number(note) < most ? `A student was present ${most} times.` : undefined;
}

/** Says who was faster; a cell shows both. */
async function withWhoWrote(
  tx: Tx,
  { institutionId, termId }: NoteSheet,
  problems: NoteCellProblem[],
): Promise<NoteCellProblem[]> {
  const disputed = problems.filter(({ current }) => current !== undefined);
  if (disputed.length === 0) return problems;
  const rows = await query<{ key: string; name: string }>(tx)`
    select n.student_id || ' ' || w.key as key, a.name from term_notes n
      cross join jsonb_each_text(n.written_by) w join accounts a on a.id = w.value::bigint
      where n.institution_id = ${institutionId} and n.term_id = ${termId}
        and n.student_id = any (${sql.param(disputed.flatMap(({ studentId }) => studentId ?? []))}::bigint[])`;
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  return problems.map((one) =>
    one.current === undefined
      ? one
      : {
          ...one,
          message: `${names.get(`${one.studentId} ${one.field}`) ?? 'Someone else'} has since changed this.`,
        },
  );
}

/** Writes changed notes of a sheet whose notes are locked. A note that was removed is empty. */
async function writeNotes(tx: Tx, actor: Actor, sheet: NoteSheet, changes: SentNote[]): Promise<void> {
  if (changes.length === 0) return;
  const { institutionId, id: sheetId, timesOpened } = sheet;
  if (changes.some(({ studentId }) => studentId === null))
    await tx.execute(sql`update sheet_notes set times_opened = ${timesOpened}::int
      where institution_id = ${institutionId} and sheet_id = ${sheetId}`);
  const ofStudents = changes.flatMap(({ studentId, field, note }) =>
    studentId === null ? [] : [{ studentId, field, note }],
  );
  await keepNotes(tx, actor, sheet, ofStudents);
  await record(tx, actor, 'termNotes.enter', {
    institutionId,
    summary: `entered ${changes.length === 1 ? 'a note' : countOf(changes.length, 'note')} for report cards of ${sheet.batch}, ${sheet.term}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { notes: changes.length },
  });
}
