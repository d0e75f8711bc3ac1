import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CannotStart } from '#kernel/cannot-start.ts';
import { prepareSetup } from '#features/access/accounts/setup.ts';
import { openEmptySite, type Browser } from '#test/harness/site.ts';
import { groupAdministrators } from '../../../../bin/group-administrators.ts';

let site: Awaited<ReturnType<typeof openEmptySite>>;
let first: Browser;
const password = 'indigo on warm paper';
beforeAll(async () => {
  site = await openEmptySite();
  expect(await akada()).toContain('refused: Akada is not set up yet.');
  const token = await prepareSetup(site);
  first = site.browser();
  await first.open(`/setup?token=${token}`);
  const session = { sessionName: '2026/2027', startsOn: '2026-09-14', endsOn: '2027-07-23' };
  const owner = { ownerName: 'Ngozi Eze', username: 'ngozi.eze', password };
  const answer = await first.post('/setup', {
    token,
    name: 'Ilorin Grammar School',
    shortName: 'Ilorin',
    kind: 'secondary',
    ...session,
    ...owner,
  });
  expect(answer.statusCode, answer.body).toBe(303);
  await first.open('/account');
});
afterAll(() => site.close());

/** The command as the operator types it, with what it says. */
async function akada(...args: string[]): Promise<string> {
  vi.stubEnv('DATABASE_URL', site.ownerUrl);
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
  try {
    await groupAdministrators(args);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    said.push(`refused: ${error.message}`);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
  return said.join('\n');
}

const add = (by: Browser, name: string) => by.post('/institutions', { name, shortName: name, kind: 'primary' });
const sayOne = (by: Browser) => by.post('/institutions/only');

test('the first account adds institutions until it says that there is one school, and the operator can make it so again', async () => {
  const { props } = await first.open('/institutions');
  expect(props['can']).toMatchObject({ found: true });
  expect(await akada()).toContain('  ngozi.eze  Ngozi Eze');
  expect((await sayOne(first)).statusCode).toBe(303);
  expect((await add(first, 'Offa College')).statusCode).toBe(403);
  // Still the owner.
  expect((await first.get('/roles')).statusCode).toBe(200);
  expect(await akada()).toBe('There is no group administrator: each institution has its own owners.');

  expect(await akada('--add', 'nobody')).toBe('refused: There is no account nobody. Add the person under Users first.');
  expect(await akada('--add')).toContain('refused: Run npm run akada');
  expect(await akada('--add', 'Ngozi.Eze')).toContain('ngozi.eze is a group administrator now.');
  expect(await akada('--add', 'ngozi.eze')).toBe('refused: ngozi.eze is already a group administrator.');
  const made = await add(first, 'Offa College');
  expect(made.statusCode, made.body).toBe(303);
  expect((await first.open('/institutions')).props['institutions']).toHaveLength(2);
  const refused = await sayOne(first);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'There are 2 institutions, so the group keeps its administrator.',
  ]);
  expect(await akada('--remove', 'ngozi.eze')).toContain('refused: ngozi.eze is the only group administrator');
});
