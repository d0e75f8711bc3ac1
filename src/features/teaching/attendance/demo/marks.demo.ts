import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';

/**
 * Plausible absences: most students miss a day or two, some are ill for some days, a few are often away or late, and one
 * class is on an excursion.
 */
export async function insertMarks(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with called as materialized (
      select r.id, r.on_date, r.sitting, r.taken_by, r.taken_at, u.student_id, r.on_date - extract(isodow from r.on_date)::int as week,
        extract(isodow from r.on_date)::int as weekday, u.student_id = any (m.suspended) and r.on_date >= m.last_day - 6 as is_suspended,
        r.batch_id = m.outing and r.on_date = m.outing_day as is_out,
        ${chanceIn('u.student_id', "'away'")} as away, ${chanceIn('u.student_id', "'slow'")} as slow
      from attendance_registers r cross join unnest(r.roll) u (student_id)
      cross join (select max(on_date) as last_day, min(batch_id) as outing,
        percentile_disc(0.6) within group (order by on_date) as outing_day,
        -- Nothing has been analysed yet: a join of all rows with all students might be made in a loop.
        array(select id from students where institution_id = ${institutionId} and status = 'suspended') as suspended
        from attendance_registers where institution_id = ${institutionId}) m
      where r.institution_id = ${institutionId}),
    marked as (
      select c.*, case
        when is_suspended then 'suspended'
        when is_out then 'excursion'
        when ${chanceIn('student_id', 'week', "'ill'")} < 0.012
          and weekday >= 1 + floor(4 * ${chanceIn('student_id', 'week', "'from'")}) and weekday < 3 + floor(5 * ${chanceIn('student_id', 'week', "'from'")})
          then 'sick'
        when ${chanceIn('student_id', 'week', "'leave'")} < 0.003 and weekday = 1 + floor(5 * ${chanceIn('student_id', 'week', "'day'")}) then 'excused'
        when ${chanceIn('student_id', 'on_date', "'gone'")} < 0.006 + 0.3 * away ^ 24 then 'absent'
        when sitting = 2 and ${chanceIn('student_id', 'on_date', "'noon'")} < 0.004 + 0.1 * away ^ 24 then 'absent'
        when sitting < 2 and ${chanceIn('student_id', 'on_date', "'late'")} < 0.004 + 0.25 * slow ^ 16 then 'late'
        else 'present' end as kind,
        sitting = 2 and ${chanceIn('student_id', 'on_date', "'early'")} < 0.002 as is_leaving
      from called c)
    insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, minutes, left_at, remark, marked_by, marked_at)
    select ${institutionId}, id, student_id, on_date, kind,
      case kind when 'late' then 5 * (1 + floor(6 * ${chanceIn('student_id', 'on_date', "'minutes'")} ^ 2)) end,
      case when kind = 'present' then time '13:30' end,
      case when kind = 'present' then 'Collected for an appointment' when kind = 'excursion' then 'Museum'
        when kind = 'excused' then 'Family ceremony'
        when kind = 'sick' and sitting < 2 then (array['Malaria', 'Fever', 'Cough', 'Stomach pain'])[1 + floor(4 * ${chanceIn('student_id', 'week', "'what'")})] end,
      taken_by, taken_at
    from marked where kind <> 'present' or is_leaving order by id, student_id`);
  await tx.execute(sql`
    update attendance_registers r set absent_count = m.absent, late_count = m.late
    from (select register_id, count(*) filter (where kind not in ('present', 'late', 'excursion')) as absent,
        count(*) filter (where kind = 'late') as late
      from attendance_marks where institution_id = ${institutionId} group by register_id) m
    where r.institution_id = ${institutionId} and r.id = m.register_id`);
}
