import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { coverWeek } from '#test/harness/cover-week.ts';
import { notifyOfCovers } from './notify-of-covers.job.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let monday: Day;
let employees: Record<string, number>;
/** Of the teacher of mathematics on Monday: JSS 1 A at 08:00, JSS 1 B at 09:00. */
let lessons: { lessonId: number; partId: number; absentId: number }[];

const ilorin = () => world.school.ilorin.id;
const select = <T extends object>(text: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin()], (tx) => query<T & Record<string, unknown>>(tx, text));

beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ({ monday, employees } = await coverWeek(world));
  for (const [name, mobile] of [
    ['Mathematics', '+2348030000001'],
    ['English', '+2348030000002'],
    ['Basic Science', '+2348030000003'],
  ] as const)
    await select(sql`update employees set mobile = ${mobile}, first_name = 'Teacher', middle_name = null, surname = ${name}
      where id = ${employees[name]} returning id`);
  for (const event of ['cover.assigned', 'cover.arranged'])
    await select(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
      values (${ilorin()}, ${event}, 'employee', 'sms', true, now()) returning event`);
  ({ lessons } = await page());
});
afterEach(() => world.close());

const page = async () => (await registrar.page(`/cover?day=${monday}&teacher=${employees['Mathematics']}`)).props;
const assign = (to: string | null, was: string | null, { at = 0, note = '' } = {}) => {
  const { lessonId, partId, absentId } = lessons[at]!;
  const idOf = (name: string | null) => (name === null ? '' : employees[name]);
  return registrar.post('/cover', {
    institutionId: ilorin(),
    onDate: monday,
    lessonId,
    partId,
    absentId,
    note,
    substituteId: idOf(to),
    wasSubstituteId: idOf(was),
  });
};
const tell = (minutes = 3) => notifyOfCovers(world.database, new Date(Date.now() + minutes * 60_000));
const first = 'JSS 1 A Mathematics 08:00 am';
const second = 'JSS 1 B Mathematics 09:00 am';
const on = () => `on ${formatDay(monday)}`;
const sent = async () => {
  const rows = await select<{ recipient: string; body: string }>(
    sql`select right(recipient, 1) as recipient, replace(body, 'Ilorin Grammar School: ', '') as body from outbox
      where event like 'cover.%' order by id`,
  );
  return rows.map(({ recipient, body }) => [recipient, body]);
};

test('a substitute of two lessons gets one message with both, and so does the absent teacher', async () => {
  await assign('Basic Science', null);
  await assign('Basic Science', null, { at: 1 });
  await tell(1);
  expect(await sent()).toEqual([]);
  expect((await page()).toTell).toBe(2);
  await tell();
  const all = [
    ['3', `you cover ${first} and ${second} for Teacher Mathematics ${on()}.`],
    ['1', `your lessons ${on()}: ${first} and ${second} covered by Teacher Basic Science.`],
  ];
  expect(await sent()).toEqual(all);
  expect((await page()).toTell).toBe(0);
  await tell(30);
  expect(await sent()).toEqual(all);
});

test('a later change tells only what changed, and never a lesson twice', async () => {
  await assign('Basic Science', null);
  await assign('Basic Science', null, { at: 1 });
  await tell();
  // Pressed twice, by somebody whose page is from before and by one whose page is new; a note changes nobody’s day.
  expect((await assign('Basic Science', null)).statusCode).toBe(303);
  expect((await assign('Basic Science', 'Basic Science')).statusCode).toBe(303);
  expect((await assign('Basic Science', 'Basic Science', { note: 'Exercise 4' })).statusCode).toBe(303);
  await tell();
  expect(await sent()).toHaveLength(2);
  expect((await page()).lessons[0].note).toBe('Exercise 4');

  await assign('English', 'Basic Science');
  await tell();
  expect((await sent()).slice(2)).toEqual([
    ['2', `you cover ${first} for Teacher Mathematics ${on()}.`],
    ['3', `you no longer cover ${first} ${on()}.`],
    ['1', `your lessons ${on()}: ${first} covered by Teacher English.`],
  ]);

  // Taken back and given again before anybody is told, and another one taken back.
  await assign(null, 'English');
  await assign('English', null);
  await assign(null, 'Basic Science', { at: 1 });
  await tell();
  expect((await sent()).slice(5)).toEqual([
    ['3', `you no longer cover ${second} ${on()}.`],
    ['1', `your lessons ${on()}: ${second} no longer covered.`],
  ]);
  const [entries] = await select<{ count: number }>(
    sql`select count(*)::int as count from audit_entries where action like 'cover.%'`,
  );
  expect(entries!.count).toBe(7);
});

test('one who gives a lesson away and gets another is told so in one message, and the room is named', async () => {
  await assign('Basic Science', null);
  await tell();
  const { lessonId, partId } = lessons[1]!;
  await select(sql`with room as (insert into rooms (institution_id, name) values (${ilorin()}, 'Room 3') returning id)
    insert into booked_rooms (institution_id, timetable_id, lesson_id, part_id, room_id, weekday, periods)
    select l.institution_id, l.timetable_id, l.id, ${partId}, room.id, l.weekday, l.periods from lessons l, room
    where l.id = ${lessonId} returning lesson_id`);
  await assign('English', 'Basic Science');
  await assign('Basic Science', null, { at: 1 });
  await tell();
  expect((await sent()).slice(2)).toEqual([
    ['2', `you cover ${first} for Teacher Mathematics ${on()}.`],
    ['3', `you cover ${second} in Room 3 for Teacher Mathematics and no longer cover ${first} ${on()}.`],
    ['1', `your lessons ${on()}: ${first} covered by Teacher English, ${second} covered by Teacher Basic Science.`],
  ]);
});

test('changes that go on are told after ten minutes, and a lesson that begins soon at once', async () => {
  await assign('Basic Science', null);
  await select(sql`update cover_changes set first_at = now() - interval '9 minutes' returning was_id`);
  await tell(0);
  expect(await sent()).toEqual([]);
  await tell(1);
  expect(await sent()).toHaveLength(2);
  await assign('Basic Science', null, { at: 1 });
  await select(
    sql`update cover_changes set changed_at = ${`${monday}T07:45:00Z`}, first_at = ${`${monday}T07:45:00Z`} returning was_id`,
  );
  await notifyOfCovers(world.database, new Date(`${monday}T07:44:59Z`));
  expect(await sent()).toHaveLength(2);
  await notifyOfCovers(world.database, new Date(`${monday}T07:45:00Z`));
  expect((await sent())[2]).toEqual(['3', `you cover ${second} for Teacher Mathematics today.`]);
});

test('what cannot be written tells nobody, and of two at once one is told', async () => {
  const refused = await assign('English', 'Basic Science');
  expect(refused.json().errors.substituteId).toMatch(/unassigned this lesson/);
  await tell();
  expect(await sent()).toEqual([]);
  await Promise.all([assign('English', null), assign('Basic Science', null), assign('English', null)]);
  await Promise.all([tell(), tell()]);
  const told = await sent();
  expect(told.map(([to]) => to)).toHaveLength(2);
  const { substitute } = (await page()).lessons[0];
  expect(told[1]![1]).toContain(`covered by ${substitute}`);
});

test('without a switch the substitute finds a notice, and the absent teacher none', async () => {
  await select(sql`delete from message_switches returning event`);
  await select(sql`update memberships set employee_id = ${employees['Mathematics']}
    where account_id = ${world.school.accounts.principal} returning account_id`);
  await assign('English', null);
  await tell();
  expect(await sent()).toEqual([]);
  const notices = await select<{ kind: string; title: string; href: string }>(
    sql`select kind, title, href from notifications where kind like 'cover.%'`,
  );
  expect(notices).toEqual([
    {
      kind: 'cover.assigned',
      href: '/my-covers',
      title: `You cover ${first} for Teacher Mathematics ${on()}`,
    },
  ]);
});

test('leave that was approved shows as absence, half a day only its lessons', async () => {
  const take = (half: string | null) =>
    select(sql`insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, half, days, state, decided_by, decided_at)
      select ${ilorin()}, ${employees['English']}, id, ${monday}, ${monday}, ${half}, 0.5, 'approved', ${world.school.accounts.principal}, now() from leave_types
      where institution_id = ${ilorin()} and name = 'Sick leave' returning id`);
  const shown = async () =>
    (await registrar.page(`/cover?day=${monday}`)).props.lessons.map(({ courses }: { courses: string }) => courses);
  expect(await shown()).toEqual([]);
  await take('afternoon');
  expect(await shown()).toEqual([]);
  const free = (await page()).lessons[0].candidates.map(({ id }: { id: number }) => id);
  expect(free).toContain(employees['English']);
  await take('morning');
  expect(await shown()).toEqual(['English']);
  const { absent } = (await registrar.page(`/cover?day=${monday}`)).props;
  expect(absent).toEqual([{ id: employees['English'], name: 'Teacher English', why: 'Away' }]);
  expect((await page()).lessons[0].candidates.map(({ id }: { id: number }) => id)).not.toContain(employees['English']);
});
