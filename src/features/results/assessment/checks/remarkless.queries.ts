import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { sheetMembers } from '../sheets/members.ts';

export interface Remarkless {
  writer: 'teacher' | 'principal';
  students: number;
}

/** How many students of a sheet have no remark of the class teacher, and of the principal. */
export const remarkless = (db: Db, institutionId: number, sheetId: number): Promise<Remarkless[]> =>
  query<Remarkless>(db)`with ${sheetMembers(sql`s.institution_id = ${institutionId} and s.id = ${sheetId}`)}
    select w.writer, count(*)::int as students from member m cross join (values ('teacher'), ('principal')) w (writer)
    where not exists (select from written_remarks r where (r.institution_id, r.student_id, r.term_id, r.writer)
      = (m.institution_id, m.student_id, m.term_id, w.writer))
    group by w.writer order by w.writer desc`;
