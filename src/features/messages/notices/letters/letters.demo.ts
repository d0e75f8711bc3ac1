import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

const body = `Dear {title_surname},

School resumes after the mid-term break on Monday at 7:45 am. Please send {student_first_name} back in full uniform.

If you have a phone number now, please give it to the office so that we can reach you faster.`;

/**
 * A few families without phone and e-mail, and a letter to them. Nothing is known of the new tables’ sizes yet, so each
 * condition reads its table once and not for each guardian.
 */
export async function insertLetters(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with chosen as (
      select l.guardian_id as id from student_guardians l
      join students s on s.institution_id = l.institution_id and s.id = l.student_id and s.status = 'active'
      where l.institution_id = ${institutionId}
        and l.guardian_id not in (select guardian_id from memberships
          where institution_id = ${institutionId} and guardian_id is not null)
        and l.guardian_id not in (select guardian_id from outbox
          where institution_id = ${institutionId} and guardian_id is not null)
      group by 1 order by 1 desc limit 9),
    unreached as (
      update guardians g set mobile = null, phone = null, email = null from chosen
      where g.institution_id = ${institutionId} and g.id = chosen.id and g.merged_into_id is null
      returning g.id, concat_ws(' ', g.title, g.first_name, g.middle_name, g.surname) as name, concat_ws(' ', g.title, g.surname) as called,
        array_remove(array[nullif(g.address, ''), nullif(concat_ws(', ', g.community, g.city), '')], null) as address),
    page as (
      select u.*, s.id as student_id, s.first_name, row_number() over (order by s.batch_name nulls last, s.sort_name, u.id) as place
      from unreached u
      join student_guardians l on l.institution_id = ${institutionId} and l.guardian_id = u.id
      join students s on s.institution_id = ${institutionId} and s.id = l.student_id and s.status = 'active'),
    letter as (
      insert into letters (institution_id, recipients, reach, subject, body, signed_by, letter_count, day, author, created_at)
      select ${institutionId}, 'guardians', 'unreached', 'After the mid-term break', ${body}, 'The principal', count(*), current_date - 9,
        'School office', now() - interval '9 days'
      from page having count(*) > 0 returning id)
    insert into letter_copies (institution_id, letter_id, place, guardian_id, student_id, name, address, subject, body)
    select ${institutionId}, letter.id, place, page.id, student_id, name, address, 'After the mid-term break',
      replace(replace(${body}::text, '{title_surname}', called), '{student_first_name}', first_name)
    from page cross join letter`);
}
