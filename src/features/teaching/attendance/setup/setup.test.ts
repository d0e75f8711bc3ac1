import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { markKinds } from '../mark-kinds.ts';
import type { SettingsProps } from './setup.routes.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const settings = async (who = registrar) => (await who.page('/attendance/settings')).props as unknown as SettingsProps;
const save = async (change: object, opened?: object) => {
  const { rules, opened: now } = await settings();
  return registrar.post('/attendance/settings', {
    institution_id: ilorin().id,
    ...rules,
    ...change,
    opened: opened ?? now,
  });
};
const errorsOf = ({ body }: { body: string }) => (JSON.parse(body) as { errors: Record<string, string> }).errors;
const add = (letters: string, more: object = {}) =>
  registrar.post('/attendance/codes', {
    institution_id: ilorin().id,
    letters,
    label: 'Sports event',
    meaning: 'excursion',
    ...more,
  });

test('the usual rules are shown before anything is saved, and a change is recorded', async () => {
  expect(await settings()).toMatchObject({
    rules: { taken: 'twice', morning_deadline: '09:00', afternoon_deadline: '14:00', alert_pause: 15 },
    codes: [],
  });
  expect((await save({ taken: 'once', morning_deadline: '08:30', warn_below: '80' })).statusCode).toBe(303);
  expect((await settings()).rules).toEqual({
    taken: 'once',
    morning_deadline: '08:30',
    afternoon_deadline: '14:00',
    lesson_minutes: 15,
    alert_pause: 15,
    warn_below: 80,
    warn_in_row: 3,
  });
  const { rows } = await world.database.asSystem([ilorin().id], (tx) =>
    tx.execute(sql`select summary from audit_entries where action = 'attendance.editRules'`),
  );
  expect(rows).toEqual([{ summary: 'changed taken, morning deadline, warn below of attendance' }]);
});

test('wrong values are refused by their fields, and two who save at once do not overwrite each other', async () => {
  expect(errorsOf(await save({ morning_deadline: '9 o’clock' }))).toEqual({
    morning_deadline: 'Enter a time of day, such as 09:00.',
  });
  expect(errorsOf(await save({ warn_below: '140' }))).toEqual({ warn_below: 'The percentage: at most 100.' });
  expect(errorsOf(await save({ taken: 'sometimes' }))).toHaveProperty('taken');
  expect(errorsOf(await save({ afternoon_deadline: '08:00' }))).toEqual({
    afternoon_deadline: 'The afternoon’s deadline is after the morning’s.',
  });
  const { opened } = await settings();
  await save({ alert_pause: '30' }, opened);
  expect((await save({ warn_in_row: '5' }, opened)).statusCode).toBe(303);
  expect((await settings()).rules).toMatchObject({ alert_pause: 30, warn_in_row: 5 });
  expect((await save({ alert_pause: '60' }, opened)).statusCode).toBe(409);
});

test('an own code has letters of its own, is renamed and retired, and never deleted', async () => {
  expect((await add('ho')).statusCode).toBe(303);
  for (const letters of Object.values(markKinds).map(({ letter }) => letter.toLowerCase()))
    expect(errorsOf(await add(letters))['letters'], letters).toContain('in every register');
  expect(errorsOf(await add('HO', { label: 'House' }))['letters']).toContain('HO is already a code here');
  expect(errorsOf(await add('A-B'))['letters']).toBe('Enter one to three letters, such as HO.');
  const [code] = (await settings()).codes;
  expect(code).toMatchObject({ letters: 'HO', label: 'Sports event', meaning: 'excursion', isRetired: false });
  const form = (await registrar.page(`/attendance/codes/${code!.id}/edit`)).props as { opened: object };
  const renamed = { letters: 'SP', label: 'Sports day', opened: form.opened };
  expect((await registrar.post(`/attendance/codes/${code!.id}`, { ...renamed, letters: 'P' })).statusCode).toBe(422);
  expect((await registrar.post(`/attendance/codes/${code!.id}`, renamed)).statusCode).toBe(303);
  await registrar.post(`/attendance/codes/${code!.id}/retire`);
  expect((await settings()).codes).toEqual([
    { id: code!.id, letters: 'SP', label: 'Sports day', meaning: 'excursion', isRetired: true },
  ]);
  expect(errorsOf(await add('sp'))['letters']).toContain('perhaps a retired one');
  await registrar.post(`/attendance/codes/${code!.id}/restore`);
  expect((await settings()).codes).toMatchObject([{ isRetired: false }]);
});

test('registers already taken stay when registers are taken differently', async () => {
  await world.database.asSystem([ilorin().id], (tx) => openSchoolDays(tx, ilorin().id));
  const batchId = ilorin().batchIds['JSS 2 A'];
  const address = `/registers/${batchId}?date=${todayHere()}&sitting=1`;
  const teacher = await world.as('teacher');
  const { sheet } = (await teacher.page(address)).props as unknown as { sheet: { rows: { id: number }[] } };
  const mark = { kind: 'absent', codeId: null, minutes: null, leftAt: null, remark: null };
  await teacher.post('/registers', {
    batchId,
    onDate: todayHere(),
    sitting: 1,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason: '',
    marks: [{ studentId: sheet.rows[0]!.id, mark, was: null }],
  });
  await save({ taken: 'once' });
  expect((await registrar.page(address)).props).toMatchObject({
    sheet: { closed: 'Registers are taken once a day here.', rows: [{ mark }, {}] },
  });
});

test('others can neither see nor change the settings', async () => {
  const { opened, rules } = await settings();
  for (const role of ['teacher', 'guardian', 'bursar'] as const) {
    const who = await world.as(role);
    expect((await who.get('/attendance/settings')).statusCode).toBe(403);
    const sent = { institution_id: ilorin().id, ...rules, opened };
    expect((await who.post('/attendance/settings', sent)).statusCode).toBe(403);
  }
  await add('HO');
  const [code] = (await settings()).codes;
  const offa = await world.as('registrar.offa');
  expect((await offa.get(`/attendance/codes/${code!.id}/edit`)).statusCode).toBe(404);
  expect((await offa.post(`/attendance/codes/${code!.id}/retire`)).statusCode).toBe(404);
  expect((await offa.post('/attendance/settings', { institution_id: ilorin().id, ...rules, opened })).statusCode).toBe(
    404,
  );
});
