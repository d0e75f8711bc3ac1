import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { nationalHolidays } from './add-holidays.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world?.close());

interface Holiday {
  id: number;
  key: string;
  title: string;
  startsOn: string;
  isExpected: boolean;
  isInLieu: boolean;
}
const page = async () =>
  (await registrar.page('/calendar/holidays')).props as {
    session: { id: number; name: string };
    added: Holiday[];
    offered: Holiday[];
  };
const add = async (keys: string[]) => {
  const { session } = await page();
  return registrar.post('/calendar/holidays', { sessionId: session.id, keys });
};

test('the calendar offers the holidays of a session that has none, and whoever may edit it chooses', async () => {
  expect((await registrar.page('/calendar')).props.offer).toEqual({
    session: '2026/2027',
    sessionId: (await page()).session.id,
  });
  expect((await (await world.as('student')).page('/calendar')).props.offer).toBe(null);
  const { added, offered, session } = await page();
  expect([added, session.name]).toEqual([[], '2026/2027']);
  expect(offered.map(({ key }) => key)).toContain('eid-ul-fitr-1448');
  // Nothing is added by itself, and nothing that was not offered.
  expect((await add(['thanksgiving-2026'])).statusCode).toBe(422);
  expect((await add([])).statusCode).toBe(422);
  expect((await (await world.as('teacher')).post('/calendar/holidays', { sessionId: session.id })).statusCode).toBe(
    403,
  );
  const offa = await world.as('registrar.offa');
  expect((await offa.post('/calendar/holidays', { sessionId: session.id, keys: ['christmas-2026'] })).statusCode).toBe(
    404,
  );
});

test('chosen holidays are in the calendar once, however often they are added', async () => {
  expect((await add(['christmas-2026', 'boxing-day-2026', 'eid-ul-fitr-1448'])).statusCode).toBe(303);
  expect((await add(['christmas-2026', 'workers-day-2027'])).statusCode).toBe(303);
  await Promise.all([add(['democracy-day-2027']), add(['democracy-day-2027'])]);
  const { added, offered } = await page();
  expect(added.map(({ key }) => key)).toEqual([
    'christmas-2026',
    'boxing-day-2026',
    'eid-ul-fitr-1448',
    'workers-day-2027',
    'democracy-day-2027',
  ]);
  expect(offered.map(({ key }) => key)).not.toContain('christmas-2026');
  expect((await registrar.page('/calendar')).props.offer).toBe(null);
});

test('a day that the moon decides is expected until someone confirms or moves it', async () => {
  const eid = async () => (await page()).added.find(({ key }) => key === 'eid-ul-fitr-1448')!;
  const { id, startsOn } = await eid();
  expect(await eid()).toMatchObject({ isExpected: true, startsOn: '2027-03-09' });
  const form = async () => (await registrar.page(`/calendar-entries/${id}/edit`)).props.opened;
  // Another title is no decision about the day.
  const opened = await form();
  await registrar.post(`/calendar-entries/${id}`, { ...opened, title: 'Sallah', opened });
  expect(await eid()).toMatchObject({ title: 'Sallah', isExpected: true });
  const renamed = await form();
  await registrar.post(`/calendar-entries/${id}`, {
    ...renamed,
    startsOn: '2027-03-10',
    endsOn: '2027-03-11',
    opened: renamed,
  });
  expect(await eid()).toMatchObject({ startsOn: '2027-03-10', isExpected: false });
  expect(startsOn).toBe('2027-03-09');

  await add(['eid-ul-adha-1448']);
  const adha = (await page()).added.find(({ key }) => key.startsWith('eid-ul-adha'))!;
  expect((await registrar.post(`/calendar-entries/${adha.id}/confirm`)).statusCode).toBe(303);
  expect((await page()).added.find(({ id: one }) => one === adha.id)).toMatchObject({ isExpected: false });
  expect((await (await world.as('registrar.offa')).post(`/calendar-entries/${adha.id}/confirm`)).statusCode).toBe(404);
});

test('a national holiday that was deleted can be added again', async () => {
  const { added } = await page();
  const { id } = added.find(({ key }) => key === 'workers-day-2027')!;
  expect((await registrar.post(`/calendar-entries/${id}/delete`)).statusCode).toBe(303);
  expect((await page()).offered.map(({ key }) => key)).toContain('workers-day-2027');
  await add(['workers-day-2027']);
  expect((await page()).added.map(({ key }) => key)).toContain('workers-day-2027');
});

test('a new session brings the national holidays, those of the moon as expected, and what was deleted stays away', async () => {
  const { id } = world.school.ilorin;
  const session = { name: '2027/2028', startsOn: '2027-09-13', endsOn: '2028-07-21' };
  await world.database.asSystem([id], (tx) => tx.execute(sql`delete from calendar_seeded_holidays`));
  const added = await registrar.post('/academic-sessions', { ...session, institutionId: id });
  expect([added.statusCode, added.body]).toEqual([303, '']);
  const rows = () =>
    world.database.asSystem([id], async (tx) => {
      const found = await tx.execute<{ id: number; holiday: string; day: string; isExpected: boolean }>(
        sql`select id::int as id, holiday, starts_on::text as day, is_expected as "isExpected" from calendar_entries
          where holiday is not null and starts_on between ${session.startsOn} and ${session.endsOn} order by starts_on`,
      );
      return found.rows;
    });
  const seeded = await rows();
  expect(seeded.map(({ holiday, day, isExpected }) => [holiday, day, isExpected])).toEqual(
    nationalHolidays(session.startsOn, session.endsOn)
      .filter(({ isInLieu }) => !isInLieu)
      .map(({ key, startsOn, isExpected }) => [key, startsOn, isExpected]),
  );
  expect(seeded.filter(({ isExpected }) => isExpected)).toHaveLength(2);
  const entries = () =>
    world.database.asSystem([id], async (tx) => {
      const { rows: found } = await tx.execute<{ person: string; summary: string; holidays: string[] }>(
        sql`select person, summary, details -> 'holidays' as holidays from audit_entries
          where action = 'calendar.addHolidays' and subject_type = 'session' and person = 'Akada' order by id`,
      );
      return found;
    });
  const [entry] = await entries();
  expect(entry).toMatchObject({
    person: 'Akada',
    summary: `added ${seeded.length} national holidays of 2027/2028 to the calendar`,
    holidays: expect.arrayContaining(['Christmas Day', 'Eid-ul-Fitr']),
  });
  // One is deleted; the session becomes longer: only what is new in it comes.
  const eid = seeded.find(({ holiday }) => holiday.startsWith('eid-ul-fitr'))!;
  expect((await registrar.post(`/calendar-entries/${eid.id}/delete`)).statusCode).toBe(303);
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`update academic_sessions set ends_on = '2028-08-20' where name = '2027/2028'`),
  );
  const holidays = (await rows()).map(({ holiday }) => holiday);
  expect(holidays).not.toContain(eid.holiday);
  expect((await entries()).slice(1).map(({ holidays: titles }) => titles)).toEqual([['Eid-ul-Maulud']]);
  const maulid = await world.database.asSystem([id], (tx) =>
    tx.execute(sql`select 1 from calendar_entries where holiday = 'maulid-1450' and is_expected`),
  );
  expect(maulid.rows).toHaveLength(1);
});

test('a day in place of a holiday at the weekend is proposed, added or dismissed in one click, and gone then', async () => {
  const { id } = world.school.ilorin;
  const month = async (browser = registrar) =>
    (await browser.page('/calendar?day=2027-12-01')).props.proposed as { key: string; day: string }[];
  const decide = (holiday: string, decision: string, browser = registrar) =>
    browser.post('/calendar/holidays/in-lieu', { institutionId: id, holiday, decision, day: '2027-12-27' });
  // Christmas 2027 is a Saturday, Boxing Day a Sunday.
  expect((await month()).map(({ key, day }) => [key, day])).toEqual([
    ['christmas-2027-instead', '2027-12-27'],
    ['boxing-day-2027-instead', '2027-12-28'],
  ]);
  expect(await month(await world.as('teacher'))).toEqual([]);
  expect((await decide('christmas-2027-instead', 'add', await world.as('teacher'))).statusCode).toBe(403);
  expect((await decide('christmas-2027-instead', 'add', await world.as('registrar.offa'))).statusCode).toBe(404);
  const [one, other] = await Promise.all([
    decide('christmas-2027-instead', 'add'),
    decide('christmas-2027-instead', 'add'),
  ]);
  expect([one.statusCode, other.statusCode, one.headers.location]).toEqual([303, 303, '/calendar?day=2027-12-27']);
  await decide('boxing-day-2027-instead', 'dismiss');
  await decide('thanksgiving-2027-instead', 'add');
  expect(await month()).toEqual([]);
  const { rows } = await world.database.asSystem([id], (tx) =>
    tx.execute(
      sql`select holiday, starts_on::text as day, is_expected as expected from calendar_entries where holiday like '%-instead' and starts_on > '2027-08-01'`,
    ),
  );
  expect(rows).toEqual([{ holiday: 'christmas-2027-instead', day: '2027-12-27', expected: false }]);
  const { rows: told } = await world.database.asSystem([id], (tx) =>
    tx.execute(sql`select summary from audit_entries where details ->> 'holiday' like '%-instead' order by id`),
  );
  expect(told.map(({ summary }) => summary)).toEqual([
    'added In place of Christmas Day on 27 Dec 2027 to the calendar',
    'dismissed In place of Boxing Day on 28 Dec 2027: not declared',
  ]);
});

test('a session from before is given all its holidays at once, but no day on which registers were taken', async () => {
  const { id } = world.school.ilorin;
  const sessionId = await world.database.asSystem([id], async (tx) => {
    await tx.execute(sql`update institutions set time_zone = 'Africa/Lagos' where id = ${id}`);
    const { rows } = await tx.execute<{
      id: number;
    }>(sql`insert into academic_sessions (institution_id, name, starts_on, ends_on)
      values (${id}, '2033/2034', '2033-09-12', '2034-07-21') returning id::int as id`);
    await tx.execute(sql`delete from calendar_entries where starts_on between '2033-09-12' and '2034-07-21'`);
    await tx.execute(sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
      select ${id}::int, min(b.id), (select min(t.id) from terms t where t.institution_id = ${id}), '2034-05-01', 1, '{}'
      from batches b where b.institution_id = ${id}`);
    return rows[0]!.id;
  });
  const answer = await registrar.post('/calendar/holidays', { sessionId, all: 'on', to: 'calendar' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/calendar']);
  const { props } = await registrar.page(`/calendar/holidays?academic_session=${sessionId}`);
  const expected = nationalHolidays('2033-09-12', '2034-07-21').filter(
    ({ isInLieu, key }) => !isInLieu && key !== 'workers-day-2034',
  );
  expect(props.added.map(({ key }: Holiday) => key).toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
});

test('an institution elsewhere gets none, and a day on which registers were taken stays a school day', async () => {
  const { id } = world.school.ilorin;
  const sessions = (zone: string, name: string) =>
    world.database.asSystem([id], async (tx) => {
      await tx.execute(sql`update institutions set time_zone = ${zone} where id = ${id}`);
      await tx.execute(sql`insert into academic_sessions (institution_id, name, starts_on, ends_on)
        values (${id}, ${name}, '2030-09-09', '2031-07-18')`);
      const { rows } = await tx.execute<{ holiday: string }>(
        sql`select holiday from calendar_entries where starts_on between '2030-09-09' and '2031-07-18' order by starts_on`,
      );
      return rows.map(({ holiday }) => holiday);
    });
  expect(await sessions('Europe/London', '2030/2031 there')).toEqual([]);
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
      select ${id}::int, min(b.id), (select min(t.id) from terms t where t.institution_id = ${id}), '2030-10-01', 1, '{}'
      from batches b where b.institution_id = ${id}`),
  );
  const here = await sessions('Africa/Lagos', '2030/2031');
  expect(here).toContain('christmas-2030');
  expect(here).not.toContain('independence-day-2030');
});

test('the database knows the same days as the code that offers them', async () => {
  const known = await world.database.anonymous(async (tx) => {
    const { rows } = await tx.execute(sql`select key, title, starts_on::text as "startsOn", ends_on::text as "endsOn",
      is_expected as "isExpected" from akada_national_holidays('2015-01-01', '2060-12-31') order by starts_on, key`);
    return rows;
  });
  const computed = nationalHolidays('2015-01-01', '2060-12-31').filter(({ isInLieu }) => !isInLieu);
  expect(known).toEqual(computed.map(({ isInLieu: _, ...holiday }) => holiday));
});
