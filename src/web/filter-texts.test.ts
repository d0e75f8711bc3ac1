import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let group: Browser;
beforeAll(async () => {
  world = await startSchool();
  group = await world.as('group');
});
afterAll(() => world.close());

interface ObjectSchema {
  shape?: Record<string, ZodType>;
  in?: ObjectSchema;
  out?: ObjectSchema;
}

/** The names that an address takes. */
function namesIn(schema: ObjectSchema | undefined): string[] {
  if (!schema) return [];
  return schema.shape ? Object.keys(schema.shape) : [...namesIn(schema.in), ...namesIn(schema.out)];
}

const validators = /Invalid|expected|Too (?:big|small)|regex|pattern|option/i;

test('an invalid value in any list address gets our own message, never the validator’s', () => {
  const wrong: string[] = [];
  let refused = 0;
  for (const { method, url, schema } of world.app.declaredRoutes) {
    const query = (schema as { querystring?: ZodType & ObjectSchema } | undefined)?.querystring;
    if (method !== 'GET' || !query) continue;
    for (const name of namesIn(query))
      for (const value of ['zq', '-1', '2026-02-31', 'z'.repeat(500), [['zq']], { zq: '1' }])
        for (const { path, message } of query.safeParse({ [name]: value }).error?.issues ?? []) {
          refused += 1;
          if (validators.test(message)) wrong.push(`${url}, ${path.join('.')}: ${message}`);
        }
  }
  expect(wrong.join('\n')).toBe('');
  expect(refused).toBeGreaterThan(300);
});

test('a wrong filter names its choices by their labels', async () => {
  const said = async (url: string) =>
    (await group.get(url, { accept: 'application/json' })).json<{ message: string }>().message;
  expect(await said('/students?gender=x')).toBe('Gender: Choose Female or Male.');
  expect(await said('/students?status=x')).toBe(
    'Status: Choose one of Applicant, Active, Suspended, Graduated, Withdrawn, Transferred, Deceased.',
  );
  expect(await said('/students?batch=x')).toBe('Batch: Choose one from the list.');
  expect(await said('/students?papers=x')).toBe('Documents: Choose Expire within 30 days or Have expired.');
  expect(await said('/guardians?sign_in=x')).toBe('Sign in: Choose With account or No account.');
  expect(await said(`/employees?q=${'z'.repeat(101)}`)).toBe('Search: Use at most 100 characters.');
});

test('the page that refuses a wrong filter leads on to the same list with all the others', async () => {
  const answer = await group.get('/students?gender=x&status=active&q=ada&custom.4=a&status=x');
  expect(answer.statusCode).toBe(400);
  const props = JSON.parse(/data-page="app">([\s\S]*?)<\/script>/.exec(answer.body)![1]!).props;
  expect(props.title).toBe('Check the filters');
  expect(props.without).toEqual({ label: 'Continue without these filters', href: '/students?q=ada&custom.4=a' });
  const single = await group.get('/students?gender=x&status=active&q=ada');
  const { without } = JSON.parse(/data-page="app">([\s\S]*?)<\/script>/.exec(single.body)![1]!).props;
  expect(without).toEqual({ label: 'Continue without “Gender”', href: '/students?status=active&q=ada' });
  expect((await group.get(without.href)).statusCode).toBe(200);
});
