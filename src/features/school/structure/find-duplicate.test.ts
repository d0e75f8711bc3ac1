import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const errorsOf = async (address: string, body: object) => (await registrar.post(address, body)).json().errors;

test('codes and names of programs, classes and courses are one in whatever capitals, and the refusal names what is there', async () => {
  const { id: institutionId } = world.school.ilorin;
  const { classes } = (await registrar.page('/classes')).props as { classes: { name: string; programId: number }[] };
  const { programId } = classes.find(({ name }) => name === 'JSS 1')!;
  await registrar.post('/programs', { institutionId, code: 'PRI', name: 'Primary' });
  expect(await errorsOf('/programs', { institutionId, code: 'pri', name: 'PRIMARY' })).toEqual({
    code: 'The code PRI is already in use. Choose a different code.',
    name: 'A programme named Primary already exists. Choose a different name.',
  });
  expect(await errorsOf('/classes', { institutionId, programId, name: 'jss 1' })).toEqual({
    name: 'The programme already has a class named JSS 1. Choose a different name.',
  });
  const course = { institutionId, code: 'Art', title: 'Fine Art', creditUnits: 1 };
  await registrar.post('/courses', course);
  expect(await errorsOf('/courses', { ...course, code: 'ART' })).toEqual({
    code: 'The code Art is already in use. Choose a different code.',
  });
  // One may write one's own in other capitals.
  const { rows } = (await registrar.page('/courses')).props as { rows: { id: number; code: string }[] };
  const { id } = rows.find(({ code }) => code === 'Art')!;
  expect((await registrar.post(`/courses/${id}`, { ...course, code: 'ART' })).statusCode).toBe(303);
});
