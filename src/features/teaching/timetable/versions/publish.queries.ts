import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { PublishProps } from '../timetable.pages.ts';

interface Found {
  today: Day;
  from: Day;
  usual: Day;
  until: Day;
  told: PublishProps['told'];
  others: PublishProps['others'];
}

/**
 * Between which days a version can begin, and usually does: with its term, or on the next Monday if it follows another
 * one, since nobody wants other lessons in the middle of a week. Who has an account to be told, and what is published
 * beside it.
 */
export async function publishFacts(
  db: Db,
  institutionId: number,
  timetableId: number,
): Promise<Pick<PublishProps, 'today' | 'days' | 'told' | 'others'>> {
  const students = sql`select s.id from students s where s.institution_id = ${institutionId} and s.status = 'active'
    and s.batch_id in (select b.batch_id from booked_batches b where b.institution_id = ${institutionId} and b.timetable_id = ${timetableId})`;
  const accounts = sql`count(distinct m.account_id) from memberships m`;
  const here = sql`m.institution_id = ${institutionId} and m.suspended_at is null`;
  const [row] = await query<Found>(
    db,
    sql`select d.today::text as today, greatest(d.today, y.starts_on)::text as from, y.ends_on::text as until,
      least(y.ends_on, greatest(d.today, y.starts_on, case when m.starts_on > d.today then m.starts_on
        when exists (select from timetables o where o.institution_id = ${institutionId} and o.valid_from <= d.today
          and (o.valid_until is null or o.valid_until >= d.today)) then (date_trunc('week', d.today + 7))::date end))::text as usual,
      jsonb_build_object(
        'teachers', (select ${accounts} where ${here} and m.employee_id in (select b.employee_id from booked_teachers b
          where b.institution_id = ${institutionId} and b.timetable_id = ${timetableId})),
        'students', (select ${accounts} where ${here} and m.student_id in (${students})),
        'guardians', (select ${accounts} join student_guardians g on (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id)
          where ${here} and g.student_id in (${students}))) as told,
      (select coalesce(jsonb_agg(jsonb_build_object('name', o.name, 'validFrom', o.valid_from, 'validUntil', o.valid_until)
          order by o.valid_from), '[]') from timetables o join academic_sessions z on (z.institution_id, z.id) = (o.institution_id, o.session_id)
        where o.institution_id = ${institutionId} and o.valid_from is not null and (o.valid_until is null or o.valid_until >= greatest(d.today, o.valid_from))
          and z.ends_on >= d.today) as others
      from timetables t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      left join terms m on (m.institution_id, m.session_id, m.position) = (t.institution_id, t.session_id, t.term_position)
      join institutions i on i.id = t.institution_id
      cross join lateral (select (now() at time zone i.time_zone)::date as today) d
      where (t.institution_id, t.id) = (${institutionId}, ${timetableId})`,
  );
  const { today, from, usual, until, told, others } = row!;
  return { today, days: { from, usual, until }, told, others };
}
