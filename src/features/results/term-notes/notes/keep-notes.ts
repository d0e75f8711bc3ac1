import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';

export interface NoteToKeep {
  studentId: number;
  field: string;
  /** Empty if it was removed. */
  note: string;
}

/** Adds notes of a term to the ones that students have, in the name of the actor. */
export async function keepNotes(
  tx: Tx,
  actor: Actor,
  { institutionId, termId }: { institutionId: number; termId: number },
  notes: readonly NoteToKeep[],
): Promise<void> {
  if (notes.length === 0) return;
  const rows = [...Map.groupBy(notes, ({ studentId }) => studentId)].map(([student, own]) => ({
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
