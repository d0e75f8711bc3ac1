import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

test('“My record” says so for users without one, instead of showing an empty or full list of employees', async () => {
  await withClient(world.ownerUrl, (client) =>
    client.query(`update memberships set employee_id = null
      where account_id in (select id from accounts where username in ('bursar', 'owner'))`),
  );
  const places: Record<string, string> = {};
  for (const role of ['bursar', 'owner'] as const) {
    const browser = await world.as(role);
    const answer = await browser.get('/employees/me');
    places[role] =
      answer.statusCode === 302 ? String(answer.headers.location) : (await browser.page('/employees/me')).component;
  }
  expect(places).toEqual({ bursar: 'employees/no-own-record', owner: 'employees/no-own-record' });
  const bursar = await world.as('bursar');
  expect((await bursar.page('/employees')).component).toBe('employees/no-own-record');
  const hr = await world.as('hr_officer');
  expect((await hr.page('/employees')).component).toBe('employees/employee-list');
});

test('the list of students knows whether the user sees all of them or only their own classes', async () => {
  const seen = async (role: 'teacher' | 'registrar' | 'student') => {
    const { seeAll, seeOwn } = (await (await world.as(role)).page('/students')).props.can;
    return [seeAll, seeOwn];
  };
  expect([await seen('registrar'), await seen('teacher'), await seen('student')]).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
});
