import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { students } from '../students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let owner: Browser;
let path: string;

beforeEach(async () => {
  world = await startSchool();
  [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  path = `/students/${world.school.ilorin.studentIds['Ada Obi']}`;
});
afterEach(() => world.close());

const opened = (by: Browser): Promise<Record<string, unknown>> => by.opened(path);
const row = () =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => {
    const [found] = await tx
      .select()
      .from(students)
      .where(eq(students.id, Number(path.split('/')[2])));
    return found!;
  });

test('if two users change different fields both are saved, and nothing else is written', async () => {
  const [mine, theirs] = await Promise.all([opened(registrar), opened(owner)]);
  expect((await owner.post(path, { ...theirs, city: 'Offa', opened: theirs })).statusCode).toBe(303);
  expect((await registrar.post(path, { ...mine, community: 'Oke-Ode', opened: mine })).statusCode).toBe(303);
  expect(await row()).toMatchObject({ city: 'Offa', community: 'Oke-Ode' });
  const [last] = (await registrar.page(`${path}/history`)).props.history;
  expect(Object.keys(last.details.changes)).toEqual(['community']);
});

test('the second of two who change the same field is told what, by whom and when, and nothing is written until she chooses', async () => {
  const mine = await opened(registrar);
  await owner.post(path, { ...mine, city: 'Offa', bloodGroup: 'O+', opened: mine });
  const sent = { ...mine, city: 'Ilorin', community: 'Oke-Ode' };
  const answer = await registrar.post(path, { ...sent, opened: mine });
  expect(answer.statusCode).toBe(409);
  expect(answer.json().message).toBe('This record was changed while you were editing it. Choose which values to keep.');
  expect(answer.json().conflicts).toEqual([
    {
      field: 'city',
      label: null,
      value: 'Offa',
      theirs: 'Offa',
      yours: 'Ilorin',
      by: { person: 'The owner (owner)', isYou: false, at: expect.any(String) },
    },
  ]);
  expect(await row()).toMatchObject({ city: 'Offa', community: null });

  const decided = { ...mine, city: 'Offa' };
  expect((await registrar.post(path, { ...sent, opened: decided })).statusCode).toBe(303);
  expect(await row()).toMatchObject({ city: 'Ilorin', community: 'Oke-Ode' });
  expect((await registrar.post(path, { ...sent, city: 'Offa', opened: { ...mine, city: 'Offa' } })).statusCode).toBe(
    303,
  );
});

test('two users who type the same value do not conflict', async () => {
  const mine = await opened(registrar);
  await owner.post(path, { ...mine, city: 'Offa', opened: mine });
  expect((await registrar.post(path, { ...mine, city: 'Offa ', opened: mine })).statusCode).toBe(303);
});

test('a state chosen in one place and a country changed in another are one question', async () => {
  const before = await opened(registrar);
  await registrar.post(path, { ...before, countryId: 'NG', stateId: 'NG-KW', lgaId: null, opened: before });
  const mine = await opened(registrar);
  await owner.post(path, { ...mine, countryId: 'GH', stateId: null, stateName: null, opened: mine });
  const { conflicts } = (await registrar.post(path, { ...mine, stateId: 'NG-LA', opened: mine })).json();
  expect(conflicts.map(({ field, theirs, yours }: Record<string, string>) => [field, theirs, yours])).toEqual([
    ['countryId', 'Ghana', 'Nigeria'],
    ['stateId', '', 'Lagos'],
  ]);
});

test('an own field is asked about by its name; of several choices what each has added or taken away is kept', async () => {
  const { id: institutionId } = world.school.ilorin;
  const several = { label: 'Languages', type: 'multi_choice', group: 'general', position: 1 };
  const options = Object.fromEntries(
    ['Yoruba', 'Hausa', 'Igbo'].map((label, at) => [at + 1, { label, position: at + 1 }]),
  );
  const bus = { label: 'Uses the bus', type: 'yes_no', group: 'general', position: 2 };
  const made = await owner.post('/custom-fields', {
    institutionId,
    entity: 'student',
    fields: { 1: { ...several, options }, 2: bus },
  });
  expect(made.statusCode).toBe(303);
  const { fields, opened: mine } = (await registrar.page(`${path}/edit`)).props;
  const [{ id, options: offered }, { id: busId }] = fields;
  const [yoruba, hausa, igbo] = offered.map((one: { id: number }) => String(one.id));
  const chosen = async () => (await registrar.page(`${path}/edit`)).props.values[id];
  const choose = (by: Browser, languages: string[], more: object = {}, opened = mine) =>
    by.post(path, { ...mine, custom: { [id]: ['', ...languages], ...more }, opened });
  expect((await choose(owner, [yoruba])).statusCode).toBe(303);
  expect((await choose(registrar, [hausa])).statusCode).toBe(303);
  expect(await chosen()).toEqual([Number(yoruba), Number(hausa)]);
  const { opened: then } = (await registrar.page(`${path}/edit`)).props;
  expect((await choose(owner, [yoruba, hausa, igbo], {}, then)).statusCode).toBe(303);
  expect((await choose(registrar, [hausa], {}, then)).statusCode).toBe(303);
  expect(await chosen()).toEqual([Number(hausa), Number(igbo)]);

  // Yes, no or nothing said are three: here two people may differ.
  expect((await choose(owner, [], { [busId]: 'yes' })).statusCode).toBe(303);
  expect((await choose(registrar, [], { [busId]: 'no' })).json().conflicts).toMatchObject([
    {
      field: `custom.${busId}`,
      label: 'Uses the bus',
      theirs: 'Yes',
      yours: 'No',
      by: { person: 'The owner (owner)' },
    },
  ]);
  // Who leaves it as it was takes nothing back.
  const other = await registrar.post(path, { ...mine, city: 'Offa', custom: { [id]: [''] }, opened: mine });
  expect(other.statusCode).toBe(303);
  expect(await chosen()).toEqual([Number(hausa), Number(igbo)]);
});

test('a restricted value that the second user cannot see is neither shown nor changed', async () => {
  const { id, roleIds } = world.school.ilorin;
  await world.database.asSystem([id], (tx) =>
    tx.execute(
      sql`update roles set permissions = array_remove(permissions, 'students.viewHealth') where id = ${roleIds.registrar}`,
    ),
  );
  const mine = await opened(registrar);
  expect(mine).not.toHaveProperty('bloodGroup');
  const theirs = await opened(owner);
  await owner.post(path, { ...theirs, bloodGroup: 'O+', opened: theirs });
  const answer = await registrar.post(path, {
    ...mine,
    bloodGroup: 'A+',
    city: 'Offa',
    opened: { ...mine, bloodGroup: 'B+' },
  });
  expect(answer.body).not.toContain('O+');
  expect(await row()).toMatchObject({ bloodGroup: 'O+' });
});

test('a record that was deleted meanwhile is not found, with a message', async () => {
  const mine = await opened(registrar);
  const gone = await registrar.post('/students/999999', { ...mine, opened: mine });
  expect(gone.statusCode).toBe(404);
  expect(gone.json().message).toContain('Student not found');
});
