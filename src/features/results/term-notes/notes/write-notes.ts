import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';
import { keepNotes } from './keep-notes.ts';
import type { NoteSheet } from './note-sheet.queries.ts';
import type { SentNote } from './save-notes.ts';

/** Writes changed notes of a sheet whose notes are locked. A note that was removed is empty. */
export async function writeNotes(tx: Tx, actor: Actor, sheet: NoteSheet, changes: SentNote[]): Promise<void> {
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
