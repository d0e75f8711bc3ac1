import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareSetup } from './setup.ts';
import { openEmptySite } from '#test/harness/site.ts';
import { setupLink } from '../../../../bin/setup-link.ts';
import { proposedSession } from '#features/school/structure/sessions/proposed-session.ts';

let site: Awaited<ReturnType<typeof openEmptySite>>;
beforeAll(async () => void (site = await openEmptySite()));
afterAll(() => site.close());

/** `npm run akada -- setup-link`, with what it prints. */
async function printLink(): Promise<string> {
  vi.stubEnv('DATABASE_URL', site.ownerUrl);
  vi.stubEnv('PORT', '3100');
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
  try {
    await setupLink([]);
    return said.join('\n');
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}

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

test('the command prints the set-up link anew, and the one before no longer works', async () => {
  const old = await prepareSetup(site);
  const said = await printLink();
  const [, token] = /^ {2}http:\/\/127\.0\.0\.1:3100\/setup\?token=([\w-]{43})$/m.exec(said)!;
  expect((await site.browser().get(`/setup?token=${old}`)).statusCode).toBe(404);
  expect((await site.browser().open(`/setup?token=${token}`)).component).toBe('accounts/setup');
});

test('the session that is proposed follows the day it is given: the next one from August on', () => {
  expect(['2027-07-31', '2027-08-01'].map((day) => proposedSession(day))).toEqual([
    { name: '2026/2027', startsOn: '2026-09-14', endsOn: '2027-07-23' },
    { name: '2027/2028', startsOn: '2027-09-14', endsOn: '2028-07-23' },
  ]);
});

test('the sign-in page of an empty installation says where the set-up address is, instead of a form for nobody', async () => {
  expect((await site.browser().open('/sign-in')).text).toContain('There is no institution or account yet.');
});

test('of several requests at once only one adds the institution, and then set-up is closed for ever', async () => {
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
  expect(props.roles).toEqual([
    { institution: expect.stringMatching(/^School \d$/), roles: ['Group administrator', 'Owner'] },
  ]);
  expect((await first.get('/roles')).statusCode).toBe(200);
  await expect(printLink()).rejects.toThrow('Akada is already set up');
  const another = await prepareSetup(site);
  expect((await site.browser().get(`/setup?token=${another}`)).statusCode).toBe(404);
});
