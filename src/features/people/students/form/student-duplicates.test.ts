import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const kemi = { institutionId: 0, surname: 'Adébáyọ̀', firstName: 'Kemi', birthDate: '2012-03-09' };
const alike = async (question: Record<string, string>, browser = registrar) => {
  const query = new URLSearchParams({ institution_id: String(ilorin()), ...question });
  return (await browser.get(`/students/alike?${query}`, { accept: 'application/json' })).json();
};
const names = async (question: Record<string, string>) =>
  (await alike(question)).people.map(
    (one: { firstName: string; surname: string }) => `${one.firstName} ${one.surname}`,
  );
const bornOn = (surname: string, birthDate: string) =>
  world.database.asSystem([ilorin()], (tx) =>
    tx.update(students).set({ birthDate }).where(eq(students.surname, surname)),
  );

test('existing people are found by name in either order and without accents', async () => {
  for (const question of [
    { surname: 'Adébáyọ̀', first_name: 'Kemi' },
    { surname: 'adebayo', first_name: 'KEMI' },
    { surname: 'Kemi', first_name: 'Adebayo' },
  ])
    expect(await names(question)).toEqual(['Kemi Adébáyọ̀']);
  for (const question of [
    { surname: 'Adebayo', first_name: 'Ke' },
    { surname: 'Adeba', first_name: 'Kemi' },
    { surname: '%', first_name: '%' },
    { surname: 'Adebayo' },
  ])
    expect(await names(question as Record<string, string>)).toEqual([]);
});

test('the same surname and birth date comes before the same name alone, a phone number finds its owner, and nobody matches themselves', async () => {
  await bornOn('Adébáyọ̀', '2012-03-09');
  const { people } = await alike({ surname: 'Adebayo', first_name: 'Oluwakemi', birth_date: '2012-03-09' });
  expect(people).toMatchObject([
    { birthDate: '2012-03-09', sameBirth: true, place: 'JSS 2 A', href: expect.stringMatching(/^\/students\/\d+$/) },
  ]);
  await world.database.asSystem([ilorin()], (tx) =>
    tx.update(students).set({ mobile: '+2348031234567' }).where(eq(students.surname, 'Obi')),
  );
  expect(await names({ phone: '0803 123 4567' })).toEqual(['Ada Obi']);
  expect(await names({ phone: '0803 123 456' })).toEqual([]);
  expect(await names({ surname: 'Adebayo', first_name: 'Kemi', except: String(people[0].id) })).toEqual([]);
});

test('duplicates are shown only if the clerk can see them', async () => {
  const question = { surname: 'Adebayo', first_name: 'Kemi' };
  expect((await alike(question, await world.as('registrar.offa'))).people).toBeUndefined();
  const query = `institution_id=${world.school.offa.id}&surname=Ndako&first_name=Yakubu`;
  expect((await registrar.get(`/students/alike?${query}`)).statusCode).toBe(404);
  expect((await (await world.as('teacher')).get(`/students/alike?institution_id=${ilorin()}`)).statusCode).toBe(403);
});

test('a second record with the same name and birth date needs confirmation once, then is added', async () => {
  const form = { ...kemi, institutionId: ilorin() };
  await bornOn('Adébáyọ̀', kemi.birthDate);
  const refused = await registrar.post('/students', { ...form, surname: 'KEMI', firstName: 'adebayo' });
  expect([refused.statusCode, refused.json().errors.confirm_alike]).toEqual([
    422,
    expect.stringMatching(/^Kemi Adébáyọ̀, born 9 Mar 2012, already exists, with admission number /),
  ]);
  expect((await registrar.post('/students', { ...form, birthDate: '2013-01-01' })).statusCode).toBe(303);
  expect((await registrar.post('/students', { ...form, confirm_alike: 'true' })).statusCode).toBe(303);
});

test('a double click adds one student', async () => {
  const form = { institutionId: ilorin(), surname: 'Alabi', firstName: 'Bisi' };
  const answers = await Promise.all([1, 2, 3].map(() => registrar.post('/students', form)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422, 422]);
  const made = await world.database.asSystem([ilorin()], (tx) => tx.$count(students, eq(students.surname, 'Alabi')));
  expect(made).toBe(1);
});
