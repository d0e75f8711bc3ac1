import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A notice for everybody with an attachment. */
export async function fillNotices(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with notice as (insert into notices (institution_id, title, body, to_employees, to_students, to_guardians, from_day, state,
        published_at, author)
      values (${institutionId}, 'Mid-term break', 'School resumes on Monday.', true, true, true, '2026-01-05', 'published', now(), 'The owner')
      returning id),
    file as (insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
      values (${institutionId}, 'notice', 'letter.pdf', 'application/pdf', 1, '0', ${`notice-${institutionId}`}) returning id)
    insert into notice_files (institution_id, notice_id, file_id, title)
    select ${institutionId}, notice.id, file.id, 'Letter' from notice, file`);
}
