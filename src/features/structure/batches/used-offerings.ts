import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';

interface UsedOffering extends Record<string, unknown> {
  title: string;
  /** 'a mark sheet'. */
  use: string;
}

/** Which of these courses something depends on: a mark sheet, an elective that was chosen, a registration. */
export const usedOfferings = async (
  db: Db,
  institutionId: number,
  offered: readonly { batchId: number; courseId: number }[],
): Promise<UsedOffering[]> =>
  offered.length === 0
    ? []
    : rowsOf<UsedOffering>(
        db,
        sql`with asked as (
          select "batchId" as batch_id, "courseId" as course_id
          from jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) as ("batchId" bigint, "courseId" bigint)),
        used as (
          select asked.course_id, case
            when exists (select from mark_sheets s join mark_sheet_courses k
              on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
              where s.institution_id = ${institutionId} and s.batch_id = asked.batch_id and k.course_id = asked.course_id)
              then 'a mark sheet'
            when exists (select from course_offerings o join student_electives e
              on (e.institution_id, e.offering_id) = (o.institution_id, o.id)
              where o.institution_id = ${institutionId} and o.batch_id = asked.batch_id and o.course_id = asked.course_id)
              then 'students who chose it as an elective'
            when exists (select from students p join course_registrations r
                on (r.institution_id, r.student_id) = (p.institution_id, p.id)
              join registration_choices c on (c.institution_id, c.registration_id) = (r.institution_id, r.id)
              where p.institution_id = ${institutionId} and p.batch_id = asked.batch_id and c.course_id = asked.course_id)
              then 'students who registered for it'
            end as use
          from asked)
        select k.title, used.use from used join courses k on k.institution_id = ${institutionId} and k.id = used.course_id
        where used.use is not null order by k.title`,
      );
