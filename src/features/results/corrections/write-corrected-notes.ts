import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { fillNames, type Names } from '../publication/published-card.ts';
import type { CorrectedNote } from './compute/changes.ts';
import type { ClassPlace } from './published-class.queries.ts';

/** Writes the corrected notes in the name of the requester, with the students’ names in remarks. */
export async function writeCorrectedNotes(
  tx: Tx,
  asker: Actor,
  { institutionId, termId }: ClassPlace,
  notes: readonly CorrectedNote[],
  names: ReadonlyMap<number, Names>,
): Promise<void> {
  if (notes.length === 0) return;
  const rows = [...Map.groupBy(notes, ({ studentId }) => studentId)].map(([student, own]) => ({
    student,
    notes: Object.fromEntries(own.map(({ field, entry }) => [field, fillNames(entry, names.get(student)!)])),
    writers: Object.fromEntries(own.map(({ field }) => [field, asker.accountId])),
  }));
  await tx.execute(sql`
    insert into term_notes as t (institution_id, student_id, term_id, notes, written_by)
    select ${institutionId}, n.student, ${termId}, n.notes, n.writers
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (student bigint, notes jsonb, writers jsonb)
    order by n.student
    on conflict (institution_id, student_id, term_id) do update set notes = t.notes || excluded.notes,
      written_by = t.written_by || excluded.written_by, updated_at = now()`);
}
