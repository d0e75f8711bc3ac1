import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { maySeeTimetable } from '../timetable.policy.ts';

/** Employees who teach something in the session of a version, or have lessons in it. */
export const teachingStaff = (db: Db, actor: Actor, timetableId: number): Promise<{ id: number; name: string }[]> =>
  query<{ id: number; name: string }>(
    db,
    sql`select e.id::int as id, e.first_name || ' ' || e.surname as name
      from timetables t join employees e on e.institution_id = t.institution_id and e.left_on is null and e.merged_into_id is null
      where ${isOneOf(sql`t.institution_id`, institutionsWhere(actor, ...maySeeTimetable))} and t.id = ${timetableId}
        and (e.id in (select o.employee_id from course_offerings o
            join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
            where o.institution_id = t.institution_id and b.session_id = t.session_id)
          or e.id in (select x.employee_id from part_teachers x
            join lesson_parts p on (p.institution_id, p.id) = (x.institution_id, x.part_id)
            join lesson_sets s on (s.institution_id, s.id) = (p.institution_id, p.set_id)
            where s.institution_id = t.institution_id and s.timetable_id = t.id))
      order by e.surname, e.first_name, e.id`,
  );
