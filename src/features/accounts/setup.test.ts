import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareSetup } from '#features/accounts/setup.ts';
import { openSite, type Site } from '#test/harness/site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite()));
afterAll(() => site.close());

const form = (token: string, changes: object = {}) => ({
  token,
  name: 'Ilorin Grammar School',
  shortName: 'Ilorin',
  kind: 'secondary',
  sessionName: '2026/2027',
  startsOn: '2026-09-14',
  endsOn: '2027-07-23',
  ownerName: 'Ngozi Eze',
  username: 'ngozi.eze',
  password: 'indigo on warm paper',
  ...changes,
});

test('the set-up page opens with the token of the terminal alone', async () => {
  const token = await prepareSetup(site);
  for (const path of ['/setup', '/setup?token=', '/setup?token=guess'])
    expect((await site.browser().get(path)).statusCode).toBe(404);
  expect((await site.browser().open(`/setup?token=${token}`)).component).toBe('accounts/setup');
  await site.database.anonymous((tx) => tx.execute(sql`update one_time_tokens set expires_at = now()`));
  expect((await site.browser().get(`/setup?token=${token}`)).statusCode).toBe(404);
});

test('the sign-in page of an empty installation says where the set-up address is, instead of a form for nobody', async () => {
  expect((await site.browser().open('/sign-in')).props.isEmpty).toBe(true);
});

test('of several who send it at once one founds the house, and then it is closed for ever', async () => {
  const token = await prepareSetup(site);
  const people = await Promise.all(
    [1, 2, 3].map(async () => {
      const person = site.browser();
      await person.open(`/setup?token=${token}`);
      return person;
    }),
  );
  const wrong = await people[0]!.post('/setup', form(token, { endsOn: '2026-01-01', password: 'short' }));
  expect(Object.keys(wrong.json().errors)).toEqual(['endsOn']);
  const answers = await Promise.all(
    people.map((person, at) => person.post('/setup', form(token, { name: `School ${at}`, username: `owner.${at}x` }))),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404, 404]);
  const first = people[answers.findIndex(({ statusCode }) => statusCode === 303)]!;
  const { props } = await first.open('/account');
  expect(props.roles).toEqual([{ institution: expect.stringMatching(/^School \d$/), roles: ['Owner'] }]);
  expect((await first.get('/roles')).statusCode).toBe(200);
  const another = await prepareSetup(site);
  expect((await site.browser().get(`/setup?token=${another}`)).statusCode).toBe(404);
});
