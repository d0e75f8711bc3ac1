import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
beforeAll(async () => {
  site = await startSchool();
  ilorin = site.school.ilorin.id;
});
afterAll(() => site.close());

const form = (browser: Browser, url: string, fields: Record<string, string>) =>
  browser.send({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  });

const stateCalls = [
  ['7.4', '/get_states', 'hr_officer'],
  ['7.6', '/student_get_states', 'registrar'],
] as const;
const lgaCalls = [
  ['7.5', '/get_lga', 'hr_officer'],
  ['7.7', '/student_get_lga', 'registrar'],
] as const;
const calls = [
  ...stateCalls.map((one) => [...one, 'country', 'NG', 'Choose a country.'] as const),
  ...lgaCalls.map((one) => [...one, 'state', 'NG-KW', 'Choose a state.'] as const),
];

test.each(stateCalls)('%s %s answers the states of a country with id and name, by name', async (_, url, who) => {
  const browser = await site.as(who);
  const answer = await browser.post(url, { country: 'NG', institute: ilorin });
  expect(answer.statusCode).toBe(200);
  const states = answer.json<{ id: string; name: string }[]>();
  expect(states).toHaveLength(37);
  expect(states[0]).toEqual({ id: 'NG-AB', name: 'Abia' });
  expect(states.map(({ name }) => name)).toEqual(states.map(({ name }) => name).toSorted());
  // As a form without script sends it, the same.
  expect((await form(browser, url, { country: 'NG', institute: String(ilorin) })).json()).toEqual(states);
});

test.each(lgaCalls)('%s %s answers the areas of a state with id and name', async (_, url, who) => {
  const browser = await site.as(who);
  const answer = await browser.post(url, { state: 'NG-KW', institute: ilorin });
  const areas = answer.json<{ id: string; name: string }[]>();
  expect([answer.statusCode, areas.length, areas[0]]).toEqual([200, 16, { id: 'NG-KW-asa', name: 'Asa' }]);
  expect((await form(browser, url, { state: 'NG-KW', institute: String(ilorin) })).json()).toEqual(areas);
});

test('7.4 7.5 7.6 7.7 where nothing is listed below, the answer is an empty list', async () => {
  const owner = await site.as('owner');
  for (const [, url] of stateCalls)
    expect((await owner.post(url, { country: 'AW', institute: ilorin })).json()).toEqual([]);
  for (const [, url] of lgaCalls)
    expect((await owner.post(url, { state: 'GH-AA', institute: ilorin })).json()).toEqual([]);
});

describe.each(calls)('%s %s', (id, url, who, field, value, missing) => {
  test(`${id} a missing value is refused by its name, and both at once`, async () => {
    const browser = await site.as(who);
    for (const blank of [undefined, null, '', ' ', 'Please Select', ['NG'], { id: 'NG' }]) {
      const answer = await browser.post(url, { [field]: blank, institute: ilorin });
      expect([blank, answer.statusCode, answer.json().errors]).toEqual([blank, 422, { [field]: missing }]);
    }
    const neither = await browser.post(url, {});
    expect([neither.statusCode, neither.json().errors]).toEqual([
      422,
      { [field]: missing, institute: 'Choose an institution.' },
    ]);
    expect((await form(browser, url, { [field]: value })).json().errors).toEqual({
      institute: 'Choose an institution.',
    });
  });

  test(`${id} an unknown ${field} is refused beside its field`, async () => {
    const browser = await site.as(who);
    for (const unknown of ['Atlantis', 'ng', "' or 1=1 --", '\0', 'x'.repeat(5000), 7]) {
      const answer = await browser.post(url, { [field]: unknown, institute: ilorin });
      const isBlank = unknown === '\0';
      expect([answer.statusCode, answer.json().errors[field]]).toEqual([
        422,
        isBlank ? missing : `Choose a ${field} from the list.`,
      ]);
    }
  });

  test(`${id} a foreign institution is not found, nor one that does not exist`, async () => {
    const browser = await site.as(who);
    for (const institute of [site.school.offa.id, 999_999, -1, 'Ilorin', '1 or 1=1', '9'.repeat(40)]) {
      const answer = await browser.post(url, { [field]: value, institute });
      expect([institute, answer.statusCode]).toEqual([institute, 404]);
      expect(answer.body).not.toContain('Kwara');
    }
    expect(
      (await (await site.as('group')).post(url, { [field]: value, institute: site.school.offa.id })).statusCode,
    ).toBe(200);
  });

  test(`${id} is for users who add such people: not for guardians, students, teachers or visitors`, async () => {
    for (const other of ['guardian', 'student', 'teacher', 'bursar', 'applicant'])
      expect((await (await site.as(other)).post(url, { [field]: value, institute: ilorin })).statusCode).toBe(403);
    expect((await site.nobody().post(url, { [field]: value, institute: ilorin })).statusCode).toBe(401);
    const forged = await (
      await site.as(who)
    ).post(url, { [field]: value, institute: ilorin }, { 'x-csrf-token': 'no' });
    expect(forged.statusCode).toBe(403);
  });
});

test('7.4 7.6 users who add students use the students’ calls, users who add employees the others', async () => {
  const body = { country: 'NG', institute: ilorin };
  const answers = async (who: string) => {
    const browser = await site.as(who);
    return Promise.all(
      ['/get_states', '/student_get_states'].map(async (url) => (await browser.post(url, body)).statusCode),
    );
  };
  expect(await answers('hr_officer')).toEqual([200, 403]);
  // An admission officer admits students and writes down their guardians.
  expect(await answers('admission_officer')).toEqual([200, 200]);
  expect(await answers('cashier')).toEqual([403, 403]);
});

test('7.4 7.5 7.6 7.7 they only ask: nothing is written, not even into the audit log', async () => {
  const entries = () =>
    site.database.asSystem(
      [ilorin],
      async (tx) => (await tx.execute(sql`select count(*)::int as n from audit_entries`)).rows,
    );
  const before = await entries();
  const owner = await site.as('owner');
  for (const [, url, , field, value] of calls) await owner.post(url, { [field]: value, institute: ilorin });
  expect(await entries()).toEqual(before);
});

test('the address that the calls replaced is gone', async () => {
  expect((await (await site.as('registrar')).get('/places?country=NG')).statusCode).toBe(404);
});

test('3.3 a country without listed states accepts any state; another does not', async () => {
  const registrar = await site.as('registrar');
  const student = { institutionId: ilorin, surname: 'Croes', firstName: 'Evelyn' };
  const refused = await registrar.post('/students', { ...student, countryId: 'NG', stateName: 'Kwara' });
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { stateName: 'Choose the state from the list.' }]);
  const nowhere = await registrar.post('/students', { ...student, stateName: 'Noord' });
  expect(nowhere.json().errors).toEqual({ countryId: 'Choose the country of the state.' });

  const made = await registrar.post('/students', { ...student, countryId: 'AW', stateName: 'Noord' });
  const address = String(made.headers.location);
  expect((await registrar.page(address)).props.student).toMatchObject({
    country: 'Aruba',
    state: 'Noord',
  });
  const { places } = (await registrar.page(`${address}/edit`)).props;
  expect(places.value).toMatchObject({ countryId: 'AW', stateName: 'Noord', stateId: null });
  expect([places.states, places.lgas]).toEqual([[], []]);
});

test('a form knows at once which countries have states and which have LGAs', async () => {
  const { places } = (await (await site.as('registrar')).page('/students/new')).props;
  const at = (id: string) => places.countries.find((one: { id: string }) => one.id === id);
  expect(places.value.countryId).toBe('NG');
  expect(places.states).toHaveLength(37);
  expect([at('NG'), at('GH'), at('AW')].map(({ hasStates, hasLgas }) => [hasStates, hasLgas])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});
