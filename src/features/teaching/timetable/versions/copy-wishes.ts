import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { asPairs, type Pair } from './copy-rows.ts';

interface Copy {
  institutionId: number;
  fromId: number;
  toId: number;
  sessionId: number;
}

/** Availability, limits, and constraints with the lessons that they relate. */
export async function copyWishes(
  tx: Tx,
  { institutionId, fromId, toId, sessionId }: Copy,
  sets: Pair[],
): Promise<void> {
  const here = sql`o.institution_id = ${institutionId} and o.timetable_id = ${fromId}`;
  const inSession = (column: SQL) => sql`(select b.id from batches f
    join batches b on (b.institution_id, b.class_id, b.arm) = (f.institution_id, f.class_id, f.arm) and b.session_id = ${sessionId}
    where (f.institution_id, f.id) = (o.institution_id, ${column}))`;
  await tx.execute(sql`
    with free as (insert into unavailable_periods (institution_id, timetable_id, employee_id, batch_id, room_id, weekday, period, degree)
      select o.institution_id, ${toId}, o.employee_id, ${inSession(sql`o.batch_id`)}, o.room_id, o.weekday, o.period, o.degree
      from unavailable_periods o where ${here} and (o.batch_id is null or ${inSession(sql`o.batch_id`)} is not null)),
    most as (insert into teacher_limits (institution_id, timetable_id, employee_id, most_a_day, most_a_week)
      select o.institution_id, ${toId}, o.employee_id, o.most_a_day, o.most_a_week from teacher_limits o where ${here})
    select 1`);
  const ids = (text: SQL) =>
    query<{ id: number }>(tx, sql`with found as (${text}) select id::int as id from found order by id`);
  const those = sql`from timetable_constraints o left join ${asPairs(sets)} on x.old = o.set_id
    where ${here} and (o.batch_id is null or ${inSession(sql`o.batch_id`)} is not null)`;
  const old = await ids(sql`select o.id ${those}`);
  // New ids follow the order of the old ones.
  const made =
    await ids(sql`insert into timetable_constraints (institution_id, timetable_id, kind, weight, employee_id, batch_id, room_id, course_id,
      set_id, parameters, is_active, note)
    select o.institution_id, ${toId}, o.kind, o.weight, o.employee_id, ${inSession(sql`o.batch_id`)}, o.room_id, o.course_id,
      x.new, o.parameters, o.is_active, o.note
    ${those} order by o.id returning id`);
  const rules = old.map(({ id }, at) => ({ old: id, new: made[at]!.id }));
  await tx.execute(sql`insert into timetable_constraint_sets (institution_id, timetable_id, constraint_id, set_id, position)
    select o.institution_id, ${toId}, x.new, y.new, o.position from timetable_constraint_sets o
    join ${asPairs(rules)} on x.old = o.constraint_id
    join (select * from ${asPairs(sets)}) y on y.old = o.set_id where ${here}`);
}
