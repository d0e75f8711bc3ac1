import { sql } from 'drizzle-orm';
import { query, type Database } from '#kernel/database.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { madeUpSchool } from './made-up-school.ts';
import { putSchool } from './put-school.ts';
import { writePlaces } from '#features/teaching/timetable/placing/place-lesson.ts';
import { openSchoolDays, todayHere } from './school-days.ts';

interface World {
  database: Database;
  school: { ilorin: { id: number }; accounts: { teacher: number } };
}

const weekdayOf = (day: Day) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/**
 * Registers are taken by lesson. Yesterday and today JSS 1 A, with students One and Two, has mathematics in the first
 * period, English in the second, which the account `teacher` teaches, and science in the third and fourth. The timetable
 * is valid from 60 days ago; there are lessons on no other day.
 */
export async function lessonDay({ database, school }: World) {
  const { id } = school.ilorin;
  const now = todayHere();
  const days = [addDays(now, -1), now];
  return database.asSystem([id], async (tx) => {
    await openSchoolDays(tx, id);
    await tx.execute(sql`insert into attendance_rules (institution_id, taken) values (${id}, 'lessons')
      on conflict (institution_id) do update set taken = 'lessons'`);
    const draft = madeUpSchool(2);
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...draft.days[0]!, weekday }));
    const timetableId = await putSchool(tx, id, 'Whole', { ...draft, days: week, rooms: [] });
    const lessons = await query<{ id: number; title: string; length: number }>(
      tx,
      sql`select l.id::int as id, u.title, l.length from lessons l join lesson_parts p on p.set_id = l.set_id
        join part_courses c on c.part_id = p.id join courses u on u.id = c.course_id join batches h on h.id = c.batch_id
        where l.timetable_id = ${timetableId} and h.name = 'JSS 1 A' order by l.id`,
    );
    const of = (title: string, length: number) => lessons.filter((one) => one.title === title && one.length === length);
    const [science] = of('Basic Science', 2);
    const technology = of('Basic Technology', 2)[0]!;
    const places = days.flatMap((day, at) => [
      { lessonId: of('Mathematics', 1)[at]!.id, weekday: weekdayOf(day), period: 1, rooms: [] },
      { lessonId: of('English', 1)[at]!.id, weekday: weekdayOf(day), period: 2, rooms: [] },
      { lessonId: [science!, technology][at]!.id, weekday: weekdayOf(day), period: 3, rooms: [] },
    ]);
    await writePlaces(tx, id, timetableId, places);
    await tx.execute(
      sql`update timetables set valid_from = ${addDays(now, -60)}::date, published_at = now() where id = ${timetableId}`,
    );
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select distinct institution_id, batch_id, course_id from part_courses where institution_id = ${id} on conflict do nothing`);
    const [batch] = await query<{ id: number }>(
      tx,
      sql`select h.id::int as id from batches h join booked_batches y on y.batch_id = h.id and y.timetable_id = ${timetableId}
        where h.institution_id = ${id} order by h.id limit 1`,
    );
    await tx.execute(sql`with added as (
        insert into students (institution_id, admission_number, surname, first_name, batch_id)
        select ${id}::int, 'L' || n, 'Pupil', (array['One', 'Two'])[n], ${batch!.id}::bigint from generate_series(1, 2) n
        returning id, batch_id)
      insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      select ${id}::int, a.id, a.batch_id, b.session_id, ${now}::date - 50 from added a join batches b on b.id = a.batch_id`);
    const named = await query<{ id: number; name: string }>(
      tx,
      sql`select id::int as id, split_part(surname, ' of ', 2) as name from employees where employee_number like 'FET%'`,
    );
    const employees: Record<string, number> = Object.fromEntries(named.map((one) => [one.name, one.id]));
    await tx.execute(sql`update memberships set employee_id = ${employees['English']}
      where institution_id = ${id} and account_id = ${school.accounts.teacher}`);
    const offerings = await query<{ id: number; title: string }>(
      tx,
      sql`select f.id::int as id, c.title from course_offerings f join courses c on c.id = f.course_id where f.batch_id = ${batch!.id}`,
    );
    const offeringIds: Record<string, number> = Object.fromEntries(offerings.map((one) => [one.title, one.id]));
    return { batchId: batch!.id, employees, offeringIds, timetableId, today: now, yesterday: days[0]! };
  });
}
