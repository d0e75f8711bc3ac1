import { addDays, today } from '#kernel/dates.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import type { FilledRegisters } from './fill-registers.ts';

const clients = 16;

/** A timetable of 600 classes with 40 lessons each: the week of a class, a teacher and a room. */
export async function weekRows(site: Site, { batches }: FilledRegisters, isQuick: boolean): Promise<Row[]> {
  const { app, client, driver, registrar, school } = site;
  say('Filling a timetable of 600 classes …');
  const { teachers, rooms } = await fillTimetable(
    site,
    batches.map(({ id }) => id),
  );
  await client.query(
    'vacuum analyze lessons, lesson_sets, lesson_parts, part_courses, part_teachers, booked_teachers, booked_rooms, booked_batches',
  );
  const kinds = {
    'a class': batches.map(({ id }) => `batch_id=${id}`),
    'a teacher': teachers.map((id) => `employee_id=${id}`),
    'a room': rooms.map((id) => `room_id=${id}`),
  };
  const rows: Row[] = [];
  for (const [name, queries] of Object.entries(kinds)) {
    const scripts = [
      queries.map((query) =>
        requestText({ path: `/my-timetable?${query}&institution_id=${school.institutionId}`, headers: registrar.swap }),
      ),
    ];
    const drive = (seconds: number) => driver.drive({ port: app.port, scripts, clients, seconds, status: 200 });
    // Each connection plans its statements at their first uses.
    await drive(3);
    const { p50, p99 } = await drive(isQuick ? 1 : 4);
    rows.push({
      what: `the week of ${name}, 16 clients, p99`,
      value: p99,
      unit: 'ms',
      budget: 30,
      note: `p50 ${p50.toFixed(1)} ms`,
    });
  }
  return rows;
}

async function fillTimetable({ client, school }: Site, batchIds: number[]) {
  const place = [school.institutionId];
  const all = async (text: string, ...values: unknown[]) =>
    (await client.query<{ id: string }>(text, [...place, ...values])).rows.map(({ id }) => Number(id));
  const [timetable] = await all(
    `insert into timetables (institution_id, session_id, name, valid_from, published_at)
     select $1, id, 'First term', $2::date, now() from academic_sessions where institution_id = $1 and is_current returning id`,
    addDays(today('Africa/Lagos'), -60),
  );
  const [pattern] = await all(
    `insert into bell_patterns (institution_id, timetable_id, name) values ($1, $2, 'Every day') returning id`,
    timetable,
  );
  await client.query(
    `insert into bell_periods (institution_id, pattern_id, position, kind, period, name, starts_at, ends_at)
     select $1, $2, n, 'lesson', n, 'Period ' || n, time '08:00' + (n - 1) * interval '45 minutes', time '08:00' + n * interval '45 minutes'
     from generate_series(1, 8) n`,
    [...place, pattern],
  );
  await client.query(
    `insert into timetable_days (institution_id, timetable_id, weekday, pattern_id) select $1, $2, d, $3 from generate_series(1, 5) d`,
    [...place, timetable, pattern],
  );
  const rooms = await all(
    `insert into rooms (institution_id, name) select $1, 'Room ' || n from generate_series(1, $2::int) n returning id`,
    batchIds.length,
  );
  const courses = await all(
    `insert into courses (institution_id, code, title) select $1, 'T' || n, 'Course ' || n from generate_series(1, 40) n returning id`,
  );
  const teachers = (
    await client.query<{ id: string }>(
      'select id from employees where institution_id = $1 and left_on is null order by id',
      place,
    )
  ).rows.map(({ id }) => Number(id));
  if (teachers.length < batchIds.length)
    throw new Error(`${teachers.length} teachers are too few for ${batchIds.length} classes.`);
  // In each of 40 periods every class has another course, room and teacher: nobody is at two places.
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `with slot as (
       select b.n as b, s.n as s, 1 + (s.n - 1) / 8 as weekday, 1 + (s.n - 1) % 8 as period,
         ($3::bigint[])[b.n] as batch, ($4::bigint[])[b.n] as room, ($5::bigint[])[s.n] as course,
         ($6::bigint[])[1 + (b.n + s.n * 13) % cardinality($6::bigint[])] as teacher, (b.n - 1) * 40 + s.n as id
       from generate_series(1, cardinality($3::bigint[])) b (n) cross join generate_series(1, 40) s (n)),
     sets as (insert into lesson_sets (institution_id, id, timetable_id) overriding system value select $1, 900000 + id, $2 from slot),
     parts as (insert into lesson_parts (institution_id, id, set_id, position, room_id) overriding system value
       select $1, 900000 + id, 900000 + id, 1, room from slot),
     part_course as (insert into part_courses (institution_id, part_id, batch_id, course_id) select $1, 900000 + id, batch, course from slot),
     part_teacher as (insert into part_teachers (institution_id, part_id, employee_id) select $1, 900000 + id, teacher from slot),
     placed as (insert into lessons (institution_id, id, timetable_id, set_id, weekday, first_period) overriding system value
       select $1, 900000 + id, $2, 900000 + id, weekday, period from slot),
     of_teachers as (insert into booked_teachers (institution_id, employee_id, timetable_id, lesson_id, part_id, weekday, periods)
       select $1, teacher, $2, 900000 + id, 900000 + id, weekday, int4range(period, period + 1) from slot),
     of_rooms as (insert into booked_rooms (institution_id, room_id, timetable_id, lesson_id, part_id, weekday, periods)
       select $1, room, $2, 900000 + id, 900000 + id, weekday, int4range(period, period + 1) from slot)
     insert into booked_batches (institution_id, batch_id, timetable_id, lesson_id, weekday, periods)
     select $1, batch, $2, 900000 + id, weekday, int4range(period, period + 1) from slot`,
    [...place, timetable, batchIds, rooms, courses, teachers],
  );
  await client.query(`set session_replication_role = origin`);
  return { teachers: teachers.slice(0, batchIds.length), rooms };
}
