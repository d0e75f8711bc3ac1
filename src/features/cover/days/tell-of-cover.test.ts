import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { coverWeek } from '../testing/cover-week.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let monday: Day;
let employees: Record<string, number>;
let lesson: { lessonId: number; partId: number; absentId: number };

const ilorin = () => world.school.ilorin.id;
const query = <T extends object>(text: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin()], (tx) => rowsOf<T & Record<string, unknown>>(tx, text));

beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ({ monday, employees } = await coverWeek(world));
  for (const [name, mobile] of [
    ['Mathematics', '+2348030000001'],
    ['English', '+2348030000002'],
    ['Basic Science', '+2348030000003'],
  ] as const)
    await query(sql`update employees set mobile = ${mobile}, first_name = 'Teacher', middle_name = null, surname = ${name}
      where id = ${employees[name]} returning id`);
  for (const event of ['cover.assigned', 'cover.removed', 'cover.arranged'])
    await query(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
      values (${ilorin()}, ${event}, 'employee', 'sms', true, now()) returning event`);
  [lesson] = (await page()).lessons;
});
afterEach(() => world.close());

const page = async () => (await registrar.page(`/cover?day=${monday}&teacher=${employees['Mathematics']}`)).props;
const assign = (to: string | null, was: string | null, note = '') => {
  const { lessonId, partId, absentId } = lesson;
  const idOf = (name: string | null) => (name === null ? '' : employees[name]);
  return registrar.post('/cover', {
    ...{ institutionId: ilorin(), onDate: monday, lessonId, partId, absentId, note },
    ...{ substituteId: idOf(to), wasSubstituteId: idOf(was) },
  });
};
const what = () => `Mathematics, JSS 1 A on ${formatDay(monday)}, 08:00 to 08:40`;
const sent = async () => {
  const rows = await query<{ recipient: string; body: string }>(
    sql`select right(recipient, 1) as recipient, replace(body, 'Ilorin Grammar School: ', '') as body from outbox
      where event like 'cover.%' order by id`,
  );
  return rows.map(({ recipient, body }) => [recipient, body]);
};

test('the substitute and the absent teacher are told once: when it is given, given to another, and taken back', async () => {
  await assign('English', null);
  const first = [
    ['2', `you cover ${what()}, the classroom, for Teacher Mathematics.`],
    ['1', `your lesson ${what()}, is covered by Teacher English.`],
  ];
  expect(await sent()).toEqual(first);

  // Pressed twice, by somebody whose page is from before and by one whose page is new.
  expect((await assign('English', null)).statusCode).toBe(303);
  expect((await assign('English', 'English')).statusCode).toBe(303);
  // A note alone changes nothing for anybody’s day.
  expect((await assign('English', 'English', 'Exercise 4')).statusCode).toBe(303);
  expect(await sent()).toEqual(first);
  expect((await page()).lessons[0].note).toBe('Exercise 4');

  await assign('Basic Science', 'English');
  const second = [
    ['2', `you no longer cover ${what()}.`],
    ['3', `you cover ${what()}, the classroom, for Teacher Mathematics.`],
    ['1', `your lesson ${what()}, is covered by Teacher Basic Science.`],
  ];
  expect((await sent()).slice(2)).toEqual(second);

  await assign(null, 'Basic Science');
  await assign(null, 'Basic Science');
  expect((await sent()).slice(5)).toEqual([
    ['3', `you no longer cover ${what()}.`],
    ['1', `your lesson ${what()}, is no longer covered.`],
  ]);
  const [entries] = await query<{ count: number }>(
    sql`select count(*)::int as count from audit_entries where action like 'cover.%'`,
  );
  expect(entries!.count).toBe(4);
});

test('what cannot be written tells nobody, and of two at once one is told', async () => {
  const refused = await assign('English', 'Basic Science');
  expect(refused.json().errors.substituteId).toMatch(/taken this lesson back/);
  expect(await sent()).toEqual([]);
  await Promise.all([assign('English', null), assign('Basic Science', null), assign('English', null)]);
  const told = await sent();
  expect(told.map(([to]) => to)).toHaveLength(2);
  const { substitute } = (await page()).lessons[0];
  expect(told[1]![1]).toContain(`covered by ${substitute}`);
});

test('without a switch the substitute finds a notice, and the absent teacher none', async () => {
  await query(sql`delete from message_switches returning event`);
  await query(sql`update memberships set employee_id = ${employees['Mathematics']}
    where account_id = ${world.school.accounts.principal} returning account_id`);
  await assign('English', null);
  expect(await sent()).toEqual([]);
  const notices = await query<{ kind: string; title: string; href: string }>(
    sql`select kind, title, href from notifications where kind like 'cover.%'`,
  );
  expect(notices).toEqual([
    {
      ...{ kind: 'cover.assigned', href: '/my-covers' },
      title: `You cover ${what()}, the classroom, for Teacher Mathematics`,
    },
  ]);
});

test('leave that was approved shows as absence, half a day only its lessons', async () => {
  const take = (half: string | null) =>
    query(sql`insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, half, days, state, decided_by, decided_at)
      select ${ilorin()}, ${employees['English']}, id, ${monday}, ${monday}, ${half}, 0.5, 'approved', ${world.school.accounts.principal}, now() from leave_types
      where institution_id = ${ilorin()} and name = 'Sick leave' returning id`);
  const lessons = async () =>
    (await registrar.page(`/cover?day=${monday}`)).props.lessons.map(({ courses }: { courses: string }) => courses);
  expect(await lessons()).toEqual([]);
  await take('afternoon');
  expect(await lessons()).toEqual([]);
  const free = (await page()).lessons[0].candidates.map(({ id }: { id: number }) => id);
  expect(free).toContain(employees['English']);
  await take('morning');
  expect(await lessons()).toEqual(['English']);
  const { absent } = (await registrar.page(`/cover?day=${monday}`)).props;
  expect(absent).toEqual([{ id: employees['English'], name: 'Teacher English', why: 'Away' }]);
  expect((await page()).lessons[0].candidates.map(({ id }: { id: number }) => id)).not.toContain(employees['English']);
});
