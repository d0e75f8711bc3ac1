import { asc } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { programLabel, readProgramName } from './program-label.ts';
import { proposeArm } from '../batches/batch-form.page.tsx';

let site: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await site?.close();
  site = await startSchool();
  registrar = await site.as('registrar');
});
afterAll(() => site.close());

const ilorin = () => site.school.ilorin;
const lastEntry = async () =>
  (
    await site.database.asSystem([ilorin().id], (tx) => tx.select().from(auditEntries).orderBy(asc(auditEntries.id)))
  ).at(-1)!;
const errorsOf = async (address: string, body: object = {}) => (await registrar.post(address, body)).json().errors;
const program = (more: object = {}) => ({
  institutionId: ilorin().id,
  code: 'SSS',
  name: 'Senior Secondary',
  applicationFee: '',
  seats: '',
  minimumAge: '',
  ...more,
});
const course = (more: object = {}) => ({
  institutionId: ilorin().id,
  code: 'FRE',
  title: 'French',
  creditUnits: '2',
  electiveGroup: '',
  ...more,
});
const programsNow = async () =>
  (await registrar.page('/programs')).props.programs as {
    id: number;
    name: string;
    requiresPin: boolean;
    applicationFee: number;
    seats: number | null;
  }[];

test("3.5 a name that contains 'Requires Pin' sets the flag, loses the words, and shows them in its label", async () => {
  expect(
    (
      await registrar.post(
        '/programs',
        program({ name: 'Senior Secondary (Requires Pin)', applicationFee: '500000', seats: '90' }),
      )
    ).statusCode,
  ).toBe(303);
  const made = (await programsNow()).find((one) => one.name.startsWith('Senior'))!;
  expect(made).toMatchObject({ name: 'Senior Secondary', requiresPin: true, applicationFee: 500_000, seats: 90 });
  expect(programLabel(made)).toBe('Senior Secondary (Requires Pin)');
  expect(programLabel({ ...made, requiresPin: false })).toBe('Senior Secondary');
  expect(await errorsOf('/programs', program({ code: 'X', name: 'Requires Pin' }))).toEqual({
    name: 'Enter a name in addition to “Requires Pin”.',
  });
});

test.each([
  ['B.Sc. Physics - Requires Pin', 'B.Sc. Physics'],
  ['Requires Pin: ND Law', ': ND Law'],
  ['ND Law [requires  pin] evening', 'ND Law evening'],
])('3.5 %s is the program %s', (typed, name) => expect(readProgramName(typed)).toEqual({ name, requiresPin: true }));

test('a program is changed, retired, restored and, unused, deleted', async () => {
  await registrar.post('/programs', program());
  const { id } = (await programsNow()).find((one) => one.name === 'Senior Secondary')!;
  expect((await registrar.post(`/programs/${id}`, program({ requiresPin: 'true', minimumAge: '13' }))).statusCode).toBe(
    303,
  );
  expect((await lastEntry()).details).toEqual({
    changes: { requiresPin: { from: false, to: true }, minimumAge: { from: null, to: 13 } },
  });
  expect(await errorsOf(`/programs/${id}`, program({ code: 'JS' }))).toEqual({
    code: 'The code JS is already in use. Choose a different code.',
  });
  expect(
    await errorsOf(`/programs/${id}`, program({ seats: '0', minimumAge: '200', applicationFee: '-1' })),
  ).toMatchObject({ seats: expect.any(String), minimumAge: expect.any(String), applicationFee: expect.any(String) });
  expect((await registrar.post(`/programs/${id}/retire`)).statusCode).toBe(303);
  expect((await registrar.post(`/programs/${id}/restore`)).json()).toEqual({
    message: 'Senior Secondary was restored.',
  });
  expect((await registrar.post(`/programs/${id}/delete`)).statusCode).toBe(303);
  expect((await programsNow()).map((one) => one.id)).not.toContain(id);
});

test('classes are sorted and moved one position at a time', async () => {
  const names = async () => (await registrar.page('/classes')).props.classes.map((one: { name: string }) => one.name);
  expect(await names()).toEqual(['JSS 1', 'JSS 2']);
  await registrar.post('/classes', {
    institutionId: ilorin().id,
    programId: ilorin().programId,
    name: 'JSS 3',
    nextClassId: '',
  });
  const { classes } = (await registrar.page('/classes')).props;
  await registrar.post(`/classes/${classes[2].id}/move`, { direction: 'up' });
  expect(await names()).toEqual(['JSS 1', 'JSS 3', 'JSS 2']);
  await registrar.post(`/classes/${classes[0].id}/move`, { direction: 'up' });
  expect(await names()).toEqual(['JSS 1', 'JSS 3', 'JSS 2']);
  expect(await lastEntry()).toMatchObject({ action: 'structure.moveClass', details: { from: 3, to: 2 } });
});

test('promotion never goes in a circle', async () => {
  const { 'JSS 1': one, 'JSS 2': two } = ilorin().classIds;
  const values = { programId: ilorin().programId, name: 'JSS 2' };
  expect(await errorsOf(`/classes/${two}`, { ...values, nextClassId: one })).toEqual({
    nextClassId: 'Promotion would form a loop: JSS 2 → JSS 1 → JSS 2. Choose a different class.',
  });
  expect(await errorsOf(`/classes/${two}`, { ...values, nextClassId: two })).toEqual({
    nextClassId: 'JSS 2 can’t promote to itself. Choose a different class.',
  });
  expect(await errorsOf(`/classes/${two}`, { ...values, nextClassId: site.school.offa.classIds['ND 1'] })).toEqual({
    nextClassId: 'Choose a class from the list.',
  });
});

test('a class added on top is what the last one promotes to, if the form says so and the last one is final', async () => {
  const { props } = await registrar.page('/classes/new');
  const [top] = props.tops as { name: string; programId: number }[];
  expect(top).toMatchObject({ name: 'JSS 2' });
  const { programId } = top!;
  const add = (name: string, more: object) =>
    registrar.post('/classes', { institutionId: ilorin().id, programId, name, nextClassId: '', ...more });
  await add('JSS 3', { followsTop: 'true' });
  expect(await lastEntry()).toMatchObject({
    action: 'structure.editClass',
    summary: 'made JSS 2 promote to JSS 3',
    details: { changes: { nextClassId: { from: null } } },
  });
  await add('Transition', {});
  await add('Reserve', { followsTop: 'true', nextClassId: '' });
  const { classes } = (await registrar.page('/classes')).props as { classes: { name: string; next: string | null }[] };
  expect(classes.map(({ name, next }) => `${name} → ${next}`)).toEqual([
    'JSS 1 → JSS 2',
    'JSS 2 → JSS 3',
    'JSS 3 → null',
    'Transition → Reserve',
    'Reserve → null',
  ]);
});

test('3.2 a course has a code that is unique, and 0 units are legal', async () => {
  expect(
    (await registrar.post('/courses', course({ creditUnits: '0', electiveGroup: 'Languages', noExam: 'true' })))
      .statusCode,
  ).toBe(303);
  const { rows } = (await registrar.page('/courses?q=fre')).props;
  expect(rows).toMatchObject([
    { code: 'FRE', title: 'French', creditUnits: 0, electiveGroup: 'Languages', noExam: true, batches: 0 },
  ]);
  expect(await errorsOf('/courses', course())).toEqual({
    code: 'The code FRE is already in use. Choose a different code.',
  });
  for (const creditUnits of ['', '-1', '1.5', '61', 'x'])
    expect(await errorsOf('/courses', course({ code: 'X', creditUnits }))).toEqual({
      creditUnits: 'Enter whole credit units between 0 and 60.',
    });
  const taught = (await registrar.page('/courses?offered=yes')).props.rows as { code: string; batches: number }[];
  expect(taught.map(({ code, batches }) => [code, batches])).toEqual([['ENG', 1]]);
});

test('a box to tick has two values, so of two who change it nobody undoes the other', async () => {
  const { location } = (await registrar.post('/courses', course())).headers;
  const id = (await registrar.page(String(location))).props.rows.find(
    ({ code }: { code: string }) => code === 'FRE',
  ).id;
  const at = `/courses/${id}`;
  const owner = await site.as('owner');
  const noExam = async () => (await registrar.opened(at))['noExam'];
  const opened = await registrar.opened(at);
  const save = async (by: Browser, changes: object, from: object = opened) =>
    (await by.post(at, { ...opened, ...changes, opened: from })).statusCode;
  expect(await save(owner, { noExam: 'true' })).toBe(303);
  // Left unticked as it was opened: it stays ticked. Ticked by both: they have agreed.
  expect(await save(registrar, { title: 'French language', noExam: undefined })).toBe(303);
  expect(await noExam()).toBe(true);
  expect(
    await save(registrar, { title: opened['title'], noExam: 'true' }, { ...opened, title: 'French language' }),
  ).toBe(303);
  expect(await noExam()).toBe(true);
  // Who saw it ticked takes the tick away, whoever has set it.
  expect(await save(registrar, { noExam: undefined }, { ...opened, noExam: true })).toBe(303);
  expect(await noExam()).toBe(false);
});

test('users who can only view are refused, and another institution’s records are not found', async () => {
  const teacher = await site.as('teacher');
  const { offa } = site.school;
  const own = { programs: ilorin().programId, classes: ilorin().classIds['JSS 1'], courses: ilorin().courseIds.ENG };
  const foreign = { programs: offa.programId, classes: offa.classIds['ND 1'], courses: offa.courseIds.COM101 };
  for (const noun of ['programs', 'classes', 'courses'] as const) {
    expect((await teacher.page(`/${noun}`)).props.can).toEqual({ edit: false });
    expect((await teacher.get(`/${noun}/new`)).statusCode).toBe(403);
    expect((await teacher.get(`/${noun}/${own[noun]}/edit`)).statusCode).toBe(403);
    expect((await teacher.post(`/${noun}/${own[noun]}/delete`)).statusCode).toBe(403);
    expect((await registrar.get(`/${noun}/${foreign[noun]}/edit`)).statusCode).toBe(404);
    expect((await registrar.post(`/${noun}/${foreign[noun]}/delete`)).statusCode).toBe(404);
    expect((await (await site.as('guardian')).get(`/${noun}`)).statusCode).toBe(403);
  }
});

test('the arm proposed is the first free letter', () => {
  expect([
    proposeArm([]),
    proposeArm(['A', 'B']),
    proposeArm(['A', 'C']),
    proposeArm(['']),
    proposeArm(['Gold']),
  ]).toEqual(['A', 'C', 'B', 'A', '']);
});
