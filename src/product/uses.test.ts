import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { institutions } from '#kernel/identity.schema.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world?.close());

const usesOf = async (by: Browser) =>
  (await by.page('/courses')).props.shell.institutions.map(({ uses }: { uses: string[] }) => uses);
/** What the list of students shows of results. */
const figuresOf = async (address: string) => (await registrar.page(address)).props.can.results;
const become = (kind: 'secondary' | 'university') =>
  world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.update(institutions).set({ kind }).where(eq(institutions.id, world.school.ilorin.id)),
  );

test('a school has averages, a university grade points, and both follow a change of kind or a scheme at once', async () => {
  expect(await usesOf(registrar)).toEqual([['averages']]);
  // A college may be either.
  expect(await usesOf(await world.as('registrar.offa'))).toEqual([['averages', 'gradePoints']]);
  expect(await figuresOf('/students')).toEqual(['average', 'cumulative', 'position', 'promotion']);
  // An address that was kept from another school still works.
  expect(await figuresOf('/students?cgpa=3..')).toContain('cgpa');
  await become('university');
  expect(await usesOf(registrar)).toEqual([['gradePoints']]);
  expect(await figuresOf('/students')).toEqual(['cgpa', 'promotion', 'designation']);
  await become('secondary');
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    setUpAssessment(tx, world.school.ilorin.id, {
      scale: 'university-5',
      name: 'Grade points',
      system: 'gpa',
      step: '100',
      traits: [],
      components: [['Examination', 100]],
    }),
  );
  expect(await usesOf(registrar)).toEqual([['averages', 'gradePoints']]);
});

test('the server accepts what a form for another kind of school leaves out or sends', async () => {
  const path = async (body: object) =>
    (await registrar.post('/courses', { institutionId: world.school.ilorin.id, ...body })).statusCode;
  expect(await path({ title: 'Fine Art', code: 'ART', creditUnits: '1' })).toBe(303);
  expect(await path({ title: 'Music', code: 'MUS', creditUnits: '3' })).toBe(303);
  const program = { institutionId: world.school.ilorin.id, name: 'Senior Secondary', code: 'SSS' };
  expect((await registrar.post('/programs', program)).statusCode).toBe(303);
});
