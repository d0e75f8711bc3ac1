import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

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
