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
  await tx.execute(sql`
    with link as (select guardian_id, student_id from student_guardians where institution_id = ${institutionId} order by 1, 2 limit 1),
    letter as (insert into letters (institution_id, recipients, reach, subject, body, signed_by, letter_count, day, author)
      values (${institutionId}, 'guardians', 'all', 'Open session', 'Dear parent, come.', 'The registrar', 1, '2026-01-05', 'The owner')
      returning id),
    copy as (insert into letter_copies (institution_id, letter_id, place, guardian_id, student_id, name, subject, body)
      select ${institutionId}, letter.id, 1, guardian_id, student_id, 'A parent', 'Open session', 'Dear parent, come.' from letter, link)
    insert into letter_files (institution_id, letter_id, letter_count) select ${institutionId}, id, 1 from letter`);
}
