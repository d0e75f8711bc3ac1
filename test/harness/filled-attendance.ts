import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** An own code, and a reason for absence that nobody has decided, with its paper. */
export async function fillAttendance(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`insert into attendance_codes (institution_id, letters, label, meaning)
    values (${institutionId}, 'HO', 'Sports event', 'excursion')`);
  await tx.execute(sql`
    with file as (insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
      values (${institutionId}, 'excuse', 'letter.pdf', 'application/pdf', 1, '0', ${`excuse-${institutionId}`}) returning id)
    insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, file_id)
    select ${institutionId}, (select min(id) from students where institution_id = ${institutionId}), '2026-01-05', '2026-01-06',
      'sick', 'Has a fever', file.id from file`);
}
