import type { DemoStep } from '#web/feature.ts';
import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { isValidOn } from '#features/teaching/timetable/valid-versions.ts';
import { awayFrom } from './days/away.ts';
import { lessonsToCover, candidatesFor } from './days/cover-day.queries.ts';

interface DemoDays {
  /** Working days before the one in view, the latest first. */
  past: Day[];
  /** Today, or the next working day. */
  next: Day;
  isToday: boolean;
}

/** How many past days have covers, and how many of the teachers who were away on each. */
const maxCovered = { days: 4, teachers: 2 };

/** Covers of some past days, and a teacher who is away on the next working day: one of the lessons is still open. */
async function insertCovers(tx: Tx, institutionId: number): Promise<void> {
  const [days] = await query<DemoDays>(tx)`
    with here as (select (now() at time zone time_zone)::date as today from institutions where id = ${institutionId}),
      working as (select w.on_date from here cross join akada_working_days(${institutionId}, here.today - 14, here.today + 14) w
        where extract(isodow from w.on_date) < 6)
    select array(select on_date::text from working, here where on_date < today order by on_date desc limit ${maxCovered.days}) as past,
      (select min(on_date)::text from working, here where on_date >= today) as next,
      exists (select from working, here where on_date = today) as "isToday"`;
  if (!days?.next) return;
  for (const day of days.past.toReversed()) {
    const away = (await awayFrom(tx, institutionId, day)).slice(0, maxCovered.teachers);
    await coverLessons(tx, institutionId, day, away);
  }
  const [teacher] = await query<{ employeeId: number }>(tx)`
    select b.employee_id::bigint as "employeeId" from booked_teachers b
      join timetables t on (t.institution_id, t.id) = (b.institution_id, b.timetable_id)
      where b.institution_id = ${institutionId} and b.weekday = extract(isodow from ${days.next}::date)
        and ${isValidOn(sql`${days.next}::date`)}
        and not exists (select from leave_requests r where (r.institution_id, r.employee_id) = (b.institution_id, b.employee_id)
          and ${days.next}::date between r.starts_on and r.ends_on)
        and b.employee_id is distinct from ${shownTeacher(institutionId)}
      group by b.employee_id having count(*) between 3 and 5 order by count(*) desc, b.employee_id limit 1`;
  if (!teacher) return;
  await (days.isToday ? calledIn : onLeave)(tx, institutionId, days.next, teacher.employeeId);
  await coverLessons(tx, institutionId, days.next, [{ ...teacher, half: null }], { open: 1 });
}

/** Whose sign-in is printed at the first start: finds a cover of their own. */
const shownTeacher = (institutionId: number) => sql`(select m.employee_id from memberships m
  join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key = 'teacher'
  where m.institution_id = ${institutionId} order by m.id limit 1)`;

const calledIn = (tx: Tx, institutionId: number, day: Day, employeeId: number) =>
  tx.execute(sql`insert into staff_attendance (institution_id, employee_id, on_date, kind, note, marked_at)
    values (${institutionId}, ${employeeId}, ${day}::date, 'absent', 'Called in at 7 am', now()) on conflict do nothing`);

const onLeave = (tx: Tx, institutionId: number, day: Day, employeeId: number) =>
  tx.execute(sql`insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, days, state, decided_by, decided_at)
    select ${institutionId}, ${employeeId}, t.id, ${day}, ${day}, 1, 'approved', ${headOf(institutionId)}, now()
    from leave_types t where t.institution_id = ${institutionId} and t.name = 'Casual leave'`);

const headOf = (institutionId: number) => sql`(select m.account_id from memberships m
  join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key = 'principal'
  where m.institution_id = ${institutionId} order by m.id limit 1)`;

/** Gives the lessons of those teachers to the first candidate; the last `open` ones stay without cover. */
async function coverLessons(
  tx: Tx,
  institutionId: number,
  day: Day,
  absent: { employeeId: number; half: 'morning' | 'afternoon' | null }[],
  { open = 0 } = {},
): Promise<void> {
  const away = (await awayFrom(tx, institutionId, day)).map(({ employeeId }) => employeeId);
  const [shown] = await query<{ id: number }>(tx)`select ${shownTeacher(institutionId)}::bigint as id`;
  const lessons = await lessonsToCover(tx, institutionId, day, absent);
  for (const [at, lesson] of lessons.slice(0, lessons.length - open).entries()) {
    const free = await candidatesFor(tx, institutionId, day, lesson, away);
    const first = (open > 0 && free.find(({ id }) => id === shown?.id)) || free[0];
    if (!first) continue;
    await tx.execute(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods, note,
        account_id, created_at)
      select ${institutionId}, ${day}::date, l.id, ${lesson.partId}, ${lesson.absentId}, ${first.id}, l.periods,
        ${at === 0 ? 'Exercises of last week' : null}, ${headOf(institutionId)}, least(now(), ${day}::date + time '07:20')
      from lessons l where (l.institution_id, l.id) = (${institutionId}, ${lesson.lessonId})`);
  }
}

/** Once the timetable is valid and employees have been away. */
export const steps: DemoStep[] = [
  {
    place: 73,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertCovers(tx, id);
    },
  },
];
