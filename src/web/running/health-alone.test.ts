import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool({ isWorker: true })));
afterAll(() => world.close());

test('a process that works on jobs serves its health and its metrics, and nothing else to anyone', async () => {
  const owner = await world.as('owner');
  const statuses = async (urls: string[]) => Promise.all(urls.map(async (url) => (await owner.get(url)).statusCode));
  expect(await statuses(['/health/live', '/health/ready', '/metrics'])).toEqual([200, 200, 200]);
  expect(await statuses(['/', '/sign-in', '/home', '/students', '/assets/x.js', '/metrics/x', '/healthy'])).toEqual(
    Array.from({ length: 7 }, () => 404),
  );
  expect((await owner.post('/courses', {})).statusCode).toBe(404);
});
