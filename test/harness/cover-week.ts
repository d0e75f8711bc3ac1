import { sql } from 'drizzle-orm';
import { query, type Database } from '#kernel/database.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import { madeUpSchool } from './made-up-school.ts';
import { putSchool } from './put-school.ts';
import { writePlaces } from '#features/teaching/timetable/placing/place-lesson.ts';

interface World {
  database: Database;
  school: { ilorin: { id: number }; accounts: { teacher: number } };
}

/**
 * A week of two classes. Monday: A has mathematics (teacher 1) in the first period and English (teacher 2) in the second;
 * B has mathematics (teacher 1) in the second. Teacher 3 teaches basic science in the third. The account `teacher` is
 * teacher 2.
 */
export async function coverWeek({ database, school }: World) {
  const { id } = school.ilorin;
  const now = today('Africa/Lagos');
  const monday: Day = addDays(now, 8 - (new Date(`${now}T12:00:00Z`).getUTCDay() || 7));
  return database.asSystem([id], async (tx) => {
    const timetableId = await putSchool(tx, id, 'Whole', { ...madeUpSchool(2), rooms: [] });
    const rows = await query<{ id: number; name: string; batch: string }>(tx)`
      select min(l.id)::int as id, u.title as name, h.name as batch from lessons l join lesson_parts p on p.set_id = l.set_id
        join part_courses c on c.part_id = p.id join courses u on u.id = c.course_id join batches h on h.id = c.batch_id
        where l.timetable_id = ${timetableId} group by l.set_id, u.title, h.name`;
    const lessonOf = (title: string, arm: string) =>
      rows.find(({ name, batch }) => name === title && batch.endsWith(arm))!.id;
    const [maths, english] = [lessonOf('Mathematics', 'A'), lessonOf('English', 'A')];
    const [mathsB, science] = [lessonOf('Mathematics', 'B'), lessonOf('Basic Science', 'A')];
    await tx.execute(sql`update lessons set length = 1 where id = ${science}`);
    const at = (lessonId: number, period: number) => ({ lessonId, weekday: 1, period, rooms: [] });
    await writePlaces(tx, id, timetableId, [at(maths, 1), at(english, 2), at(mathsB, 2), at(science, 3)]);
    await tx.execute(
      sql`update timetables set valid_from = ${addDays(monday, -60)}::date, published_at = now() where id = ${timetableId}`,
    );
    const named = await query<{ id: number; name: string }>(tx)`
      select id::int as id, split_part(surname, ' of ', 2) as name from employees where employee_number like 'FET%'`;
    const employees: Record<string, number> = Object.fromEntries(named.map((one) => [one.name, one.id]));
    await tx.execute(sql`update academic_sessions set starts_on = ${addDays(monday, -90)}::date, ends_on = ${addDays(monday, 90)}::date
      where institution_id = ${id} and is_current`);
    await tx.execute(sql`update memberships set employee_id = ${employees['English']}
      where institution_id = ${id} and account_id = ${school.accounts.teacher}`);
    return { monday, employees, lessonIds: [maths, english, mathsB, science] };
  });
}
