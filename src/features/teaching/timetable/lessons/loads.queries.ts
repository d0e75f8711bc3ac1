import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Db } from '#kernel/database.ts';
import { maySeeTimetable } from '../timetable.policy.ts';

/** A course that is offered to a batch in the session (and term) of a version. */
export interface OfferedLoad {
  batchId: number;
  batch: string;
  classId: number;
  className: string;
  courseId: number;
  code: string;
  title: string;
  electiveGroup: string | null;
  teacherId: number | null;
  teacher: string | null;
}

/** What is offered to the batches of a version, by class, batch and course. */
export const offeredLoads = (db: Db, actor: Actor, timetableId: number): Promise<OfferedLoad[]> =>
  query<OfferedLoad>(db)`
    select b.id::bigint as "batchId", b.name as batch, k.id::bigint as "classId", k.name as "className", c.id::bigint as "courseId",
        c.code, c.title, c.elective_group as "electiveGroup", e.id::bigint as "teacherId", e.first_name || ' ' || e.surname as teacher
      from timetables t
      join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id) and b.closed_at is null
      join classes k on (k.institution_id, k.id) = (b.institution_id, b.class_id)
      join programs g on (g.institution_id, g.id) = (k.institution_id, k.program_id)
      join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
        and (t.term_position is null or o.term_position is null or o.term_position = t.term_position)
      join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
      left join employees e on (e.institution_id, e.id) = (o.institution_id, o.employee_id) and e.left_on is null
      where ${isOneOf(sql`t.institution_id`, institutionsWhere(actor, ...maySeeTimetable))} and t.id = ${timetableId}
      order by g.name, k.position, b.name, b.id, c.title, c.id`;
