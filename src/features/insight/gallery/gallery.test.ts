import { afterAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';

const houses: Awaited<ReturnType<typeof startSchool>>[] = [];
afterAll(() => Promise.all(houses.map((house) => house.close())));

async function statusesIn(isProduction: boolean) {
  const house = await startSchool({ isProduction });
  houses.push(house);
  const registrar = await house.as('registrar');
  const sent = await registrar.post('/gallery/form', { name: 'Adire' });
  return [(await registrar.get('/gallery')).statusCode, sent.statusCode];
}

test('in production there is no gallery, elsewhere there is', async () => {
  expect(await statusesIn(true)).toEqual([404, 404]);
  expect(await statusesIn(false)).toEqual([200, 303]);
});
