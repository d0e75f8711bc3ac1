import type { DemoStep } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';
import { insertTotals } from './totals.ts';

/** Once everybody is in a batch: the school takes registers in the morning and in the afternoon, the college once a day. */
export const steps: DemoStep[] = [
  {
    place: 115.2,
    async load(tx, { school, college }) {
      await insertRegisters(tx, school.id, 'twice');
      await insertRegisters(tx, college.id, 'once');
    },
  },
];

/**
 * The registers of the current term: all school days up to yesterday, apart from a few that were forgotten, and this
 * morning those of the classes that are early.
 */
async function insertRegisters(tx: Tx, institutionId: number, taken: 'twice' | 'once'): Promise<void> {
  await tx.execute(sql`insert into attendance_rules (institution_id, taken) values (${institutionId}, ${taken})`);
  await tx.execute(sql`
    with here as (select id, (now() at time zone time_zone)::date as today, time_zone from institutions where id = ${institutionId}),
    due as (
      select d.on_date, d.term_id, d.session_id, s.sitting, here.today, here.time_zone
      from here join terms t on t.institution_id = here.id and t.is_current
      cross join lateral akada_school_days(here.id, t.starts_on, least(t.ends_on, here.today)) d
      cross join lateral unnest(case when ${taken} = 'once' then array[0] when d.sittings = 1 then array[1] else array[1, 2] end) s (sitting)
      where d.on_date < here.today or s.sitting < 2),
    roll as (
      select d.on_date, e.batch_id, array_agg(e.student_id order by e.student_id) as students
      from (select distinct on_date, session_id from due) d
      join enrolments e on e.institution_id = ${institutionId} and e.session_id = d.session_id and e.from_date <= d.on_date
        and (e.to_date is null or e.to_date >= d.on_date)
      where not exists (select from enrolments n where (n.institution_id, n.student_id) = (e.institution_id, e.student_id)
        and n.from_date <= d.on_date and (n.from_date, n.id) > (e.from_date, e.id))
      group by d.on_date, e.batch_id)
    insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll, taken_by, taken_at, changed_at)
    select ${institutionId}, b.id, d.term_id, d.on_date, d.sitting, r.students, w.account_id, t.taken_at, t.taken_at
    from due d join batches b on b.institution_id = ${institutionId} and b.session_id = d.session_id and b.closed_at is null
    join roll r on r.on_date = d.on_date and r.batch_id = b.id
    left join lateral (select m.account_id from batch_teachers x
      join memberships m on (m.institution_id, m.employee_id) = (x.institution_id, x.employee_id)
      where (x.institution_id, x.batch_id) = (b.institution_id, b.id) order by m.account_id limit 1) w on true
    cross join lateral (select least(now(), (d.on_date + case d.sitting when 2 then time '13:10' else time '08:05' end
      + interval '1 minute' * floor(40 * ${chanceIn('b.id', 'd.on_date', 'd.sitting', "'minute'")})) at time zone d.time_zone) as taken_at) t
    where case when d.on_date = d.today then ${chanceIn('b.id', "'early'")} < 0.6
      else b.id % 6 <> 3 or ${chanceIn('b.id', 'd.on_date', 'd.sitting', "'forgotten'")} > 0.03 end
    order by d.on_date, d.sitting, b.id`);
  await tx.execute(sql`select akada_count_new_rows()`);
  await insertMarks(tx, institutionId);
  await tx.execute(sql`select akada_count_new_rows()`);
  await tx.execute(insertTotals(sql`r.institution_id = ${institutionId}`));
}

/**
 * Plausible absences: most students miss a day or two, some are ill for some days, a few are often away or late, and one
 * class is on an excursion.
 */
async function insertMarks(tx: Tx, institutionId: number): Promise<void> {
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
