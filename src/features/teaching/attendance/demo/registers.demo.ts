import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { chanceIn } from '#features/records/geography/chance.demo.ts';
import { insertTotals } from '../totals.ts';
import { insertMarks } from './marks.demo.ts';

/**
 * The registers of the current term: all school days up to yesterday, apart from a few that were forgotten, and this
 * morning those of the classes that are early.
 */
export async function insertRegisters(tx: Tx, institutionId: number, taken: 'twice' | 'once'): Promise<void> {
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
