import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (site = await startSchool()));
afterAll(() => site.close());

const call = (batch?: string | number) =>
  `/institutions/courses_for_batch${batch === undefined ? '' : `?batch_id=${encodeURIComponent(batch)}`}`;
const remote = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };

test('7.1 3.2 the courses of a batch come as a list of id, code and title', async () => {
  const registrar = await site.as('registrar');
  const { batchIds, courseIds } = site.school.ilorin;
  const answer = await registrar.get(call(batchIds['JSS 1 B']), remote);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    [{ id: courseIds.ENG, code: 'ENG', title: 'English Language' }],
  ]);
  expect((await registrar.get(call(batchIds['JSS 1 A']), remote)).json()).toEqual([]);
});

test("7.1 5.1 no batch, a blank one and 'Please Select' are refused beside the field", async () => {
  const registrar = await site.as('registrar');
  for (const batch of [undefined, '', ' ', 'Please Select']) {
    const answer = await registrar.get(call(batch), remote);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'Choose a batch.', errors: { batch_id: 'Choose a batch.' } },
    ]);
  }
});

test('7.1 a batch of another institution, or of none, is not found', async () => {
  const registrar = await site.as('registrar');
  for (const batch of [site.school.offa.batchIds['ND 1 A'], 999_999, 'JSS', "1' or '1'='1", '1e3', -1]) {
    expect((await registrar.get(call(batch), remote)).statusCode).toBe(404);
  }
  expect((await (await site.as('group')).get(call(site.school.offa.batchIds['ND 1 A']), remote)).statusCode).toBe(200);
});

test('7.1 users who can neither see the structure nor assign batches are refused', async () => {
  const batch = site.school.ilorin.batchIds['JSS 1 B'];
  expect((await (await site.as('guardian')).get(call(batch), remote)).statusCode).toBe(403);
  expect((await (await site.as('teacher')).get(call(batch), remote)).statusCode).toBe(200);
  expect((await site.nobody().get(call(batch), remote)).statusCode).toBe(401);
});

test('the batches for a select are the open ones of the current session with their fill', async () => {
  const registrar = await site.as('registrar');
  const { batchIds, id } = site.school.ilorin;
  const choicesOf = async (query = '') =>
    (await registrar.get(`/structure/batch-options${query}`, remote)).json<{
      choices: { label: string; hint: string }[];
      isMore: boolean;
    }>();
  expect(await choicesOf(`?institution_id=${id}`)).toMatchObject({
    choices: [
      { label: 'JSS 1 A', hint: '3 of 40' },
      { label: 'JSS 1 B', hint: '2 of 3' },
      { label: 'JSS 2 A', hint: '2 of 40' },
    ],
    isMore: false,
  });
  expect((await choicesOf('?q=1%20b')).choices.map(({ label }) => label)).toEqual(['JSS 1 B']);
  await registrar.post(`/batches/${batchIds['JSS 2 A']}/close`);
  expect((await choicesOf()).choices.map(({ label }) => label)).toEqual(['JSS 1 A', 'JSS 1 B']);
  expect(
    (await registrar.get(`/structure/batch-options?institution_id=${site.school.offa.id}`, remote)).statusCode,
  ).toBe(404);
});
