import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { sheetMembers } from './members.ts';

/** The students of a published sheet without a result of its term, by name: they joined after the publication. */
export const withoutResult = (db: Db, institutionId: number, sheetId: number) =>
  query<{ id: number; name: string }>(
    db,
    sql`with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = ${sheetId}`)}
      select p.id::int as id, p.surname || ', ' || p.first_name || coalesce(' ' || p.middle_name, '') as name
      from member m join students p on (p.institution_id, p.id) = (m.institution_id, m.student_id)
      where p.anonymised_at is null and not exists (select from published_students r
        where (r.institution_id, r.student_id, r.term_id) = (m.institution_id, m.student_id, m.term_id))
      order by p.sort_name, p.id`,
  );
