import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { addDays, type Day } from '#kernel/dates.ts';
import { lessonsBetween } from '#features/teaching/timetable/timetable.queries.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { reportReader } from '#test/harness/report-reader.ts';
import { notifyOfCovers } from './telling/notify-of-covers.job.ts';
import { coverWeek } from '#test/harness/cover-week.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let teacher: Browser;
/** A Monday on which the timetable is valid. */
let monday: Day;
let lessonIds: number[];
let employees: Record<string, number>;

const select = <T extends object>(text: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], (tx) => query<T & Record<string, unknown>>(tx, text));

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ({ monday, lessonIds, employees } = await coverWeek(world));
  teacher = await world.as('teacher');
});
afterAll(() => world?.close());

const page = async (browser = registrar) =>
  (await browser.page(`/cover?day=${monday}&teacher=${employees['Mathematics']}`)).props;
const lessonAt = async (period: number) =>
  (await page()).lessons.find((lesson: { period: number }) => lesson.period === period);
/** What is told some minutes after the last change. */
const tell = () => notifyOfCovers(world.database, new Date(Date.now() + 180_000));
const assign = async (period: number, substitute: string | null, more: object = {}) => {
  const { lessonId, partId, absentId, substituteId } = await lessonAt(period);
  return registrar.post('/cover', {
    institutionId: world.school.ilorin.id,
    onDate: monday,
    lessonId,
    partId,
    absentId,
    substituteId: substitute === null ? '' : employees[substitute],
    wasSubstituteId: substituteId ?? '',
    ...more,
  });
};

test('a day lists the lessons of an absent teacher with those who are free, who know the class first', async () => {
  const { lessons } = await page();
  expect(lessons.map(({ period, courses }: { period: number; courses: string }) => [period, courses])).toEqual([
    [1, 'Mathematics'],
    [2, 'Mathematics'],
  ]);
  const [first, second] = lessons;
  expect(first.candidates[0]).toMatchObject({ teachesBatch: true, covers: 0 });
  const free = (lesson: { candidates: { id: number }[] }) => lesson.candidates.map(({ id }) => id);
  expect(free(first)).toContain(employees['English']);
  // English is taught in the second period.
  expect(free(second)).not.toContain(employees['English']);
  expect(free(first)).not.toContain(employees['Mathematics']);
});

test('a lesson is given to a teacher, who is told and sees it in the own timetable instead of the absent one', async () => {
  const answer = await assign(1, 'English');
  expect(answer.statusCode).toBe(303);
  const { id } = world.school.ilorin;
  const lessonsOf = (name: string) =>
    world.database.asSystem([id], (tx) => lessonsBetween(tx, id, { employeeId: employees[name]! }, monday, monday));
  expect((await lessonsOf('English')).map(({ period }) => period)).toEqual([1, 2]);
  const [covered] = await lessonsOf('English');
  expect(covered!.teachers).toEqual([
    { id: employees['English'], name: expect.stringContaining('English'), isSubstitute: true },
  ]);
  expect((await lessonsOf('Mathematics')).map(({ period }) => period)).toEqual([2]);
  const { covers } = (await teacher.page('/my-covers')).props;
  expect(covers).toMatchObject([{ day: monday, period: 1, courses: 'Mathematics' }]);
  await tell();
  const told = await select<{ title: string }>(sql`select title from notifications where kind = 'cover.assigned'`);
  expect(told.map(({ title }) => title)).toEqual([expect.stringMatching(/^You cover JSS 1 A Mathematics/)]);
});

test('who covers least comes first, and the count is of the term', async () => {
  const { candidates } = await lessonAt(2);
  const covers = candidates
    .filter(({ teachesCourse }: { teachesCourse: boolean }) => !teachesCourse)
    .map((one: { covers: number }) => one.covers);
  expect(covers).toEqual([...covers].sort());
});

test('nobody is at two places: neither on the page nor in the database', async () => {
  expect((await assign(2, 'English')).json().errors.substituteId).toMatch(/not free at/);
  const { lessonId, partId, absentId } = await lessonAt(2);
  const insert =
    select(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
    values (${world.school.ilorin.id}, ${monday}, ${lessonId}, ${partId}, ${absentId}, ${employees['English']}, '[1,3)') returning id`);
  await expect(insert).rejects.toThrow();
});

test('a cover is changed and taken back, and one who looked at an older page is asked to look again', async () => {
  expect((await assign(1, 'Basic Science', { wasSubstituteId: '' })).json().errors.substituteId).toMatch(
    /Someone else has assigned this lesson/,
  );
  await assign(1, 'Basic Science');
  expect((await lessonAt(1)).substituteId).toBe(employees['Basic Science']);
  await assign(1, null);
  expect((await lessonAt(1)).substituteId).toBeNull();
  await tell();
  const told = await select<{ title: string }>(
    sql`select title from notifications where kind like 'cover.%' order by id`,
  );
  expect(told.at(-1)!.title).toMatch(/^You no longer cover/);
});

test('a substitute takes the register of the class that day, and only then', async () => {
  const { 'JSS 1 B': batchId } = world.school.ilorin.batchIds;
  await select(sql`update part_courses set batch_id = ${batchId} where part_id = (select part_id from booked_teachers
    where lesson_id = ${lessonIds[2]!} limit 1) returning part_id`);
  const { lessonId, partId, absentId } = await lessonAt(1);
  await select(sql`insert into covers (institution_id, on_date, lesson_id, part_id, absent_id, substitute_id, periods)
    select ${world.school.ilorin.id}, ${monday}, ${lessonIds[2]!}, part_id, ${absentId}, ${employees['Basic Science']}, '[2,3)'
    from booked_teachers where lesson_id = ${lessonIds[2]!} limit 1 returning id`);
  await select(sql`update memberships set employee_id = ${employees['Basic Science']}
    where account_id = ${world.school.accounts.teacher} returning account_id`);
  const own = await world.as('teacher');
  const status = async (on: Day) => (await own.get(`/registers/${batchId}?date=${on}`)).statusCode;
  expect([lessonId, partId].every(Boolean)).toBe(true);
  expect([await status(monday), await status(addDays(monday, -7))]).toEqual([200, 404]);
});

test('the list for the staff room is one page, and days that are over are not changed', async () => {
  await assign(1, 'English');
  const pdf = await teacher.get(`/cover.pdf?day=${monday}`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const pages = await pdfText(pdf.rawPayload);
  expect(pages).toHaveLength(1);
  const [text] = pages;
  expect(text).toMatch(/Mathematics/);
  expect(text).toMatch(/08:00–\d\d:\d\d am/);
  expect(text).toMatch(/of\s+English/);
  const late = await assign(1, null, { onDate: '2026-09-14' });
  expect(late.json().errors).toEqual({ onDate: 'This day is over. Choose today or a later day.' });
});

test('teachers see the covers, only some hand them out, and another school sees nothing', async () => {
  const seen = await page(teacher);
  expect(seen.canEdit).toBe(false);
  expect(seen.lessons.every(({ candidates }: { candidates: unknown[] }) => candidates.length === 0)).toBe(true);
  expect((await teacher.post('/cover', {})).statusCode).toBe(403);
  const other = await world.as('registrar.offa');
  expect((await other.page(`/cover?day=${monday}`)).props.lessons).toEqual([]);
  const { lessonId, partId, absentId } = await lessonAt(1);
  const foreign = { institutionId: world.school.ilorin.id, onDate: monday, lessonId, partId, absentId };
  expect((await other.post('/cover', foreign)).statusCode).toBe(404);
});

test('covered lessons are reported; why the teacher was away only to those who assign, and in no other school', async () => {
  await select(sql`insert into staff_attendance (institution_id, employee_id, on_date, kind)
    values (${world.school.ilorin.id}, ${employees['Mathematics']}, ${monday}, 'duty') returning employee_id`);
  const reader = reportReader(world);
  const fields = ['day', 'period', 'begins', 'batch', 'course', 'substitute', 'reason'];
  const of = async (username: string, more: object) =>
    reader.run(await reader.actorNamed(username), {
      subject: 'cover',
      fields,
      sort: [{ field: 'period', descending: false }],
      ...more,
    });
  const all = await of('registrar', { group: 'absent' });
  expect(all.rows[0]!.cells).toEqual([
    monday,
    1,
    '08:00 am',
    'JSS 1 A',
    'Mathematics',
    expect.stringMatching(/English, /),
    'Official duty',
  ]);
  expect(all.totals.rows).toBe((await select(sql`select id from covers`)).length);
  const seen = await of('teacher', {});
  expect([seen.totals.rows, seen.hidden]).toEqual([all.totals.rows, ['Reason for absence']]);
  expect((await of('registrar.offa', {})).totals.rows).toBe(0);
  await expect(of('bursar', {})).rejects.toThrow();
  const people = await reader.run(await reader.actorNamed('registrar'), {
    subject: 'employee',
    fields: ['lessons_covered', 'lessons_given'],
    totals: true,
  });
  expect(people.rows.map(({ cells }) => cells)).toContainEqual([1, 0]);
});
