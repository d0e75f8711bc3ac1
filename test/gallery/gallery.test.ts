import { afterAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { withGallery } from './with-gallery.ts';

const houses: Awaited<ReturnType<typeof startSchool>>[] = [];
afterAll(() => Promise.all(houses.map((house) => house.close())));

async function statusesIn(options: Parameters<typeof startSchool>[0]) {
  const house = await startSchool(options);
  houses.push(house);
  const registrar = await house.as('registrar');
  const sent = await registrar.post('/gallery/form', { name: 'Adire' });
  return [(await registrar.get('/gallery')).statusCode, sent.statusCode];
}

test('in the product there is no gallery, for developers there is', async () => {
  expect(await statusesIn({ isProduction: true })).toEqual([404, 404]);
  expect(await statusesIn({ product: withGallery() })).toEqual([200, 303]);
});
