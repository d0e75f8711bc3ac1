import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { notifyOfAbsences } from '../alerts/notify-of-absences.job.ts';
import type { Pack } from '../device/pack.queries.ts';
import { lessonDay } from '#test/harness/lesson-day.ts';
import type { BoardRow, DayFigures } from './own-registers.card.ts';
import type { RegisterSheet } from './register-page.queries.ts';
import type { UntimedLessons } from './place.queries.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let teacher: Browser;
let registrar: Browser;
let day: Awaited<ReturnType<typeof lessonDay>>;

beforeAll(async () => {
  world = await startSchool();
  day = await lessonDay(world);
  [teacher, registrar] = await Promise.all([world.as('teacher'), world.as('registrar')]);
});
afterAll(() => world?.close());

const run = (query: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => (await tx.execute(query)).rows);
const boardOf = async (who: Browser, query = `date=${day.yesterday}`) =>
  (await who.page(`/registers?${query}`)).props as unknown as {
    own: BoardRow[];
    board: { rows: BoardRow[] } | null;
    figures: DayFigures | null;
  };
const take = (who: Browser, course: string, sitting: number, more: object = {}) =>
  run(sql`select s.id::int as id from students s where s.batch_id = ${day.batchId} order by s.first_name`).then(
    (rows) =>
      who.post('/registers', {
        batchId: day.batchId,
        onDate: day.yesterday,
        sitting,
        offeringId: day.offeringIds[course],
        markedAt: Date.now(),
        sentAt: Date.now(),
        isDayConfirmed: false,
        reason: '',
        ...more,
        marks: (rows as { id: number }[]).map(({ id }, at) => ({
          studentId: id,
          mark: { kind: at === 0 ? 'absent' : 'present', codeId: null, minutes: null, leftAt: null, remark: null },
          was: null,
        })),
      }),
  );
const english = { batch: 'JSS 1 A', course: 'English', sitting: 12, startsAt: '09:00', endsAt: '09:40', students: 2 };

test('a teacher sees the lessons of the day with their times, and takes the register of one', async () => {
  const before = await boardOf(teacher);
  expect(before).toMatchObject({ board: null, own: [{ ...english, isTaken: false, isLate: true, isUpcoming: false }] });
  expect(before.own).toHaveLength(1);
  const [row] = before.own;
  const { props } = await teacher.page(
    `/registers/${row!.batchId}?date=${day.yesterday}&sitting=${row!.sitting}&offering=${row!.offeringId}`,
  );
  expect(props).toMatchObject({ sheet: { closed: null, place: { course: 'English', batch: 'JSS 1 A' } } });
  expect((await take(teacher, 'English', 12)).json()).toEqual({ saved: 2, problems: [] });
  expect((await boardOf(teacher)).own).toMatchObject([{ ...english, isTaken: true, isLate: false, absent: 1 }]);
  // Somebody else’s lesson.
  expect((await take(teacher, 'Mathematics', 11)).statusCode).toBe(403);
});

test('the office sees all lessons, those that are missing first, and a double lesson once', async () => {
  const { board, figures } = await boardOf(registrar);
  expect(board!.rows.map(({ course, sitting, isTaken }) => [course, sitting, isTaken])).toEqual([
    ['Mathematics', 11, false],
    ['Basic Science', 13, false],
    ['English', 12, true],
  ]);
  expect(board!.rows[1]).toMatchObject({
    startsAt: '10:00',
    endsAt: '11:40',
    teachers: expect.stringContaining('Basic Science'),
  });
  expect(figures).toEqual({ registers: 3, taken: 1, called: 2, absent: 1, late: 0, upcoming: 0 });
  const missing = await boardOf(registrar, `date=${day.yesterday}&missing=true`);
  expect(missing.board!.rows.map(({ course }) => course)).toEqual(['Mathematics', 'Basic Science']);
});

test('who takes a lesson for someone else has it on the board, and the absent teacher does not', async () => {
  const { id } = world.school.ilorin;
  const cover = (absent: string, substitute: string) =>
    run(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
      select institution_id, ${day.yesterday}::date, lesson_id, part_id, employee_id, ${day.employees[substitute]}, periods
      from booked_teachers where institution_id = ${id} and timetable_id = ${day.timetableId} and employee_id = ${day.employees[absent]}
        and weekday = extract(isodow from ${day.yesterday}::date)`);
  await cover('Mathematics', 'English');
  expect((await boardOf(teacher)).own.map(({ course }) => course)).toEqual(['Mathematics', 'English']);
  expect((await take(teacher, 'Mathematics', 11)).json()).toEqual({ saved: 2, problems: [] });
  await run(sql`delete from covers`);
  await cover('English', 'Mathematics');
  // Both were taken by this teacher, and stay in view.
  const rows = (await boardOf(teacher)).own;
  expect(rows.map(({ course, isTaken }) => [course, isTaken])).toEqual([
    ['Mathematics', true],
    ['English', true],
  ]);
  await run(sql`delete from covers`);
});

test('the device has the lessons of the coming days with who is called, and the registers that were taken', async () => {
  const packOf = async () => ((await teacher.get('/registers/device')).json() as { pack: Pack }).pack;
  const before = await packOf();
  const offeringId = day.offeringIds['English']!;
  const lesson = {
    batchId: day.batchId,
    offeringId,
    course: 'English',
    startsAt: '09:00',
    endsAt: '09:40',
    studentIds: null,
  };
  expect(before.lessons.filter(({ onDate }) => onDate <= day.today)).toEqual([
    { ...lesson, onDate: day.yesterday, sitting: 12 },
    { ...lesson, onDate: day.today, sitting: 12 },
  ]);
  const batch = before.batches.find(({ id }) => id === day.batchId)!;
  expect(batch).toMatchObject({ name: 'JSS 1 A', students: [{ name: 'Pupil, One' }, { name: 'Pupil, Two' }] });
  // That of mathematics was taken by this teacher as a substitute, and is none of the own lessons.
  expect(before.registers).toMatchObject([{ batchId: day.batchId, offeringId, sitting: 12, onDate: day.yesterday }]);
  expect(before.registers[0]!.roll).toHaveLength(2);
  // An elective: those who chose it.
  await run(sql`update courses set elective_group = 'Languages' where title = 'English'`);
  await run(sql`insert into student_electives (institution_id, student_id, offering_id)
    values (${world.school.ilorin.id}, ${batch.students[1]!.id}, ${offeringId})`);
  expect((await packOf()).lessons[0]!.studentIds).toEqual([batch.students[1]!.id]);
  expect((await boardOf(teacher, `date=${day.today}`)).own).toMatchObject([{ course: 'English', students: 1 }]);
  await run(sql`delete from student_electives where offering_id = ${offeringId}`);
  await run(sql`update courses set elective_group = null where title = 'English'`);
});

test('a teacher is reminded some minutes after a lesson, and the office is told once after the last one', async () => {
  const at = (time: string) => new Date(`${day.today}T${time}:00+01:00`);
  const told = (kind: string) =>
    run(sql`select n.title, a.username as account from notifications n join accounts a on a.id = n.account_id
      where n.kind = ${kind} order by n.id`);
  await notifyOfAbsences(world.database, at('09:54'));
  expect(await told('attendance.due')).toEqual([]);
  await Promise.all([notifyOfAbsences(world.database, at('09:56')), notifyOfAbsences(world.database, at('09:56'))]);
  const english = { title: 'The register of JSS 1 A, English is not taken: period 2', account: 'teacher' };
  expect(await told('attendance.due')).toEqual([english]);
  expect(await told('attendance.missing')).toEqual([]);
  // The third lesson is a double one: 11:40 and fifteen minutes.
  for (const time of ['11:56', '12:00']) await notifyOfAbsences(world.database, at(time));
  const office = (await told('attendance.missing')) as { title: string; account: string }[];
  expect(new Set(office.map(({ title }) => title))).toEqual(new Set(['3 registers of lessons not taken']));
  expect(office.filter(({ account }) => account === 'registrar')).toHaveLength(1);
  expect(await told('attendance.due')).toEqual([english]);
});

test('a lesson that has not begun is neither missing nor due, and one on a half day begins in the morning', async () => {
  const { figures, board } = await boardOf(registrar, `date=${day.today}`);
  expect(figures!.registers + figures!.upcoming).toBe(3);
  expect(board!.rows.every(({ isUpcoming, isLate }) => !(isUpcoming && isLate))).toBe(true);
  const half = sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on)
    values (${world.school.ilorin.id}, 'half_day', 'Sports', ${day.yesterday}, ${day.yesterday})`;
  await run(half);
  // The third and the fourth period move to the afternoon.
  await run(sql`delete from bell_periods where starts_at > '11:00'`);
  for (const period of [4, 3])
    await run(
      sql`update bell_periods set starts_at = starts_at + interval '3 hours', ends_at = ends_at + interval '3 hours' where period = ${period}`,
    );
  const courses = (await boardOf(registrar)).board!.rows.map(({ course }) => course);
  expect(courses).not.toContain('Basic Science');
  await run(sql`delete from calendar_entries where title = 'Sports'`);
  expect((await boardOf(registrar)).board!.rows.map(({ course }) => course)).toContain('Basic Science');
});

test('on a day without school no lesson is asked for', async () => {
  expect((await boardOf(teacher, `date=${addDays(day.today, -45)}`)).own).toEqual([]);
});

test('without a published timetable the board offers own courses with the next period, and the office a class', async () => {
  const pageOf = async (who: Browser, query: string) =>
    (await who.page(`/registers?${query}`)).props as unknown as { untimed: UntimedLessons | null };
  const onDay = `date=${day.yesterday}`;
  expect((await pageOf(teacher, onDay)).untimed).toBeNull();
  await run(sql`update timetables set valid_from = null, published_at = null where id = ${day.timetableId}`);
  await run(sql`delete from attendance_registers`);
  await run(
    sql`update course_offerings set employee_id = ${day.employees['English']} where id = ${day.offeringIds['English']}`,
  );
  const { untimed } = await pageOf(teacher, onDay);
  const own = { batch: 'JSS 1 A', course: 'English', offeringId: day.offeringIds['English'], students: 2, sitting: 11 };
  expect(untimed).toMatchObject({ isMore: false, canFind: false, canMakeTimetables: false, rows: [own] });
  // It opens, and can be taken in any period.
  const { sheet } = (
    await teacher.page(`/registers/${day.batchId}?${onDay}&sitting=11&offering=${day.offeringIds['English']}`)
  ).props as unknown as { sheet: RegisterSheet };
  expect(sheet).toMatchObject({ closed: null, place: { isTimed: false, isOwn: true } });
  expect((await take(teacher, 'English', 14)).json()).toEqual({ saved: 2, problems: [] });
  expect((await pageOf(teacher, onDay)).untimed!.rows).toMatchObject([{ ...own, sitting: 15 }]);
  expect((await boardOf(teacher)).own).toMatchObject([{ course: 'English', sitting: 14, isTaken: true }]);
  // The office finds any class, and is led to the timetables.
  const office = (await pageOf(registrar, onDay)).untimed;
  expect(office).toMatchObject({ rows: [], canFind: true, canMakeTimetables: true });
  const found = (await pageOf(registrar, `${onDay}&q=jss 1 a`)).untimed!.rows;
  expect(new Set(found.map(({ batch }) => batch))).toEqual(new Set(['JSS 1 A']));
  expect(found.map(({ course }) => course)).toEqual(expect.arrayContaining(['English', 'Mathematics']));
  // A course of another term, a day that is over for teachers, and registers by day offer nothing.
  await run(sql`update course_offerings set term_position = 2 where id = ${day.offeringIds['English']}`);
  expect((await pageOf(teacher, onDay)).untimed!.rows).toEqual([]);
  await run(sql`update course_offerings set term_position = 1 where id = ${day.offeringIds['English']}`);
  expect((await pageOf(teacher, onDay)).untimed!.rows).toHaveLength(1);
  expect((await pageOf(teacher, `date=${addDays(day.today, -8)}`)).untimed!.rows).toEqual([]);
  await run(sql`update attendance_rules set taken = 'once'`);
  expect((await pageOf(teacher, onDay)).untimed).toBeNull();
});
