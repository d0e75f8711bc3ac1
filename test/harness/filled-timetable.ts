import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { saveLoads } from '#features/teaching/timetable/lessons/save-loads.ts';
import { createTimetable } from '#features/teaching/timetable/versions/make-versions.ts';

/** A room, and a draft with lessons of the first course that is offered, or is offered now. */
export async function fillTimetable(tx: Tx, institutionId: number): Promise<void> {
  const actor = systemActor(institutionId, 'The world');
  await tx.execute(sql`insert into rooms (institution_id, name) values (${institutionId}, 'Room 1')`);
  await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select b.institution_id, b.id, c.id from batches b join courses c on c.institution_id = b.institution_id
    join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
    where b.institution_id = ${institutionId} order by b.id, c.id limit 1 on conflict do nothing`);
  const [first] = await query<{ sessionId: number; batchId: number; courseId: number }>(
    tx,
    sql`select b.session_id::int as "sessionId", b.id::int as "batchId", o.course_id::int as "courseId"
      from course_offerings o join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
      join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
      where o.institution_id = ${institutionId} order by b.id, o.course_id limit 1`,
  );
  const { sessionId, ...load } = first!;
  const version = { name: 'A draft', sessionId, termPosition: null, timetableId: null, keepsPlaces: false };
  const timetableId = await createTimetable(tx, actor, version);
  await saveLoads(tx, actor, timetableId, { loads: [{ ...load, singles: 2, doubles: 1 }] });
  await tx.execute(sql`insert into unavailable_periods (institution_id, timetable_id, batch_id, weekday, period)
    values (${institutionId}, ${timetableId}, ${load.batchId}, 1, 1)`);
  await tx.execute(sql`insert into timetable_constraints (institution_id, timetable_id, kind)
    values (${institutionId}, ${timetableId}, 'maxGapsDaily')`);
}
