import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';
import type { NoteSheet } from './note-sheet.queries.ts';
import type { SentNote } from './save-notes.ts';

/** Writes changed notes of a sheet whose notes are locked. A note that was removed is empty. */
export async function writeNotes(tx: Tx, actor: Actor, sheet: NoteSheet, changes: SentNote[]): Promise<void> {
  if (changes.length === 0) return;
  const { institutionId, id: sheetId, termId, timesOpened } = sheet;
  if (changes.some(({ studentId }) => studentId === null))
    await tx.execute(sql`update sheet_notes set times_opened = ${timesOpened}::int
      where institution_id = ${institutionId} and sheet_id = ${sheetId}`);
  const ofStudents = Map.groupBy(
    changes.filter(({ studentId }) => studentId !== null),
    ({ studentId }) => studentId!,
  );
  if (ofStudents.size > 0) {
    const rows = [...ofStudents].map(([student, own]) => ({
      student,
      notes: Object.fromEntries(own.map(({ field, note }) => [field, note])),
      writers: Object.fromEntries(own.map(({ field }) => [field, actor.accountId])),
    }));
    await tx.execute(sql`
      insert into term_notes as t (institution_id, student_id, term_id, notes, written_by)
      select ${institutionId}, n.student, ${termId}, n.notes, n.writers
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (student bigint, notes jsonb, writers jsonb)
      order by n.student
      on conflict (institution_id, student_id, term_id) do update set notes = t.notes || excluded.notes,
        written_by = t.written_by || excluded.written_by, updated_at = now()`);
  }
  await record(tx, actor, 'termNotes.enter', {
    institutionId,
    summary: `entered ${changes.length === 1 ? 'a note' : countOf(changes.length, 'note')} for report cards of ${sheet.batch}, ${sheet.term}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { notes: changes.length },
  });
}
