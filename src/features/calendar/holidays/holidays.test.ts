import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { nationalHolidays } from './national-holidays.ts';

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
  expect((await registrar.page('/calendar')).props.offer).toEqual({ session: '2026/2027' });
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
    ...['christmas-2026', 'boxing-day-2026', 'eid-ul-fitr-1448', 'workers-day-2027', 'democracy-day-2027'],
  ]);
  expect(offered.map(({ key }) => key)).not.toContain('christmas-2026');
  expect((await registrar.page('/calendar')).props.offer).toBe(null);
});

test('a day that the moon decides is expected until somebody confirms or moves it', async () => {
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
    ...{ ...renamed, startsOn: '2027-03-10', endsOn: '2027-03-11', opened: renamed },
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
  // One is deleted; the session becomes longer: only what is new in it comes.
  const eid = seeded.find(({ holiday }) => holiday.startsWith('eid-ul-fitr'))!;
  expect((await registrar.post(`/calendar-entries/${eid.id}/delete`)).statusCode).toBe(303);
  await world.database.asSystem([id], (tx) =>
    tx.execute(sql`update academic_sessions set ends_on = '2028-08-20' where name = '2027/2028'`),
  );
  const holidays = (await rows()).map(({ holiday }) => holiday);
  expect(holidays).not.toContain(eid.holiday);
  const maulid = await world.database.asSystem([id], (tx) =>
    tx.execute(sql`select 1 from calendar_entries where holiday = 'maulid-1450' and is_expected`),
  );
  expect(maulid.rows).toHaveLength(1);
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
