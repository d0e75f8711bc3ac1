import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { today } from '#kernel/dates.ts';
import { auditEntries } from '#kernel/tables.ts';
import { readLog } from '#features/records/people/people.schema.ts';
import { academicSessions, batches } from '#features/school/structure/structure.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { enrolments, students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const form = (more: object = {}) => ({ institutionId: ilorin(), surname: 'Alabi', firstName: 'Bisi', ...more });
const whole = {
  middleName: 'Ọláídé',
  gender: 'female',
  birthDate: '2014-05-03',
  registrationNumber: 'R/77',
  admissionDate: '2026-09-14',
  category: 'boarding',
  nationalityId: 'NG',
  countryId: 'NG',
  stateId: 'NG-KW',
  lgaId: '',
  city: 'Ilorin',
  community: 'Tanke',
  address: '4 Unity Road',
  mobile: '0803 123 4567',
  phone: '+44 7400 123456',
  email: 'Bisi@Example.com',
  language: 'Yoruba',
  religion: 'Islam',
  bloodGroup: 'O+',
  genotype: 'AS',
  nextOfKinName: 'Sade Alabi',
  nextOfKinPhone: '08051234567',
  nextOfKinRelation: 'Aunt',
};
const idOf = (answer: { headers: Record<string, unknown> }) =>
  Number(String(answer.headers['location']).split('/').at(-1));
const rowOf = (id: number) =>
  world.database.asSystem([ilorin()], async (tx) => (await tx.select().from(students).where(eq(students.id, id)))[0]!);
const withhold = (role: string, ...permissions: string[]) =>
  world.database.asSystem([ilorin()], async (tx) => {
    for (const one of permissions)
      await tx.execute(sql`update roles set permissions = array_remove(permissions, ${one})
        where institution_id = ${ilorin()} and key = ${role}`);
  });

test('3.15 every field of the form is saved: values in the list’s spelling, phones as E.164', async () => {
  const created = await registrar.post('/students', form(whole));
  expect(created.statusCode).toBe(303);
  expect(await rowOf(idOf(created))).toMatchObject({
    ...whole,
    lgaId: null,
    category: 'Boarding',
    mobile: '+2348031234567',
    phone: '+447400123456',
    nextOfKinPhone: '+2348051234567',
    email: 'bisi@example.com',
  });
  const { props } = await registrar.page(`/students/${idOf(created)}/edit`);
  expect(props.student).toMatchObject({ category: 'Boarding', genotype: 'AS', nextOfKinRelation: 'Aunt' });
});

test('the form proposes the next admission number and takes it only when it is saved, without a gap', async () => {
  const proposed = (await registrar.page('/students/new')).props.nextNumber;
  expect((await registrar.page('/students/new')).props.nextNumber).toBe(proposed);
  expect((await registrar.post('/students', form({ mobile: '12345' }))).statusCode).toBe(422);
  const id = idOf(await registrar.post('/students', form()));
  expect((await rowOf(id)).admissionNumber).toBe(proposed);
  expect((await registrar.page('/students/new')).props.nextNumber).not.toBe(proposed);
});

test('all invalid fields are reported at once, and nothing is saved', async () => {
  const answer = await registrar.post(
    '/students',
    form({
      mobile: '0803 000',
      nextOfKinPhone: '99999999999999',
      category: 'Weekly',
      language: 'Klingon',
      stateId: 'GH-AA',
      countryId: 'NG',
      nationalityId: 'XX',
      birthDate: '2014-05-03',
      admissionDate: '2013-09-01',
    }),
  );
  expect(answer.statusCode).toBe(422);
  expect(Object.keys(answer.json().errors).toSorted()).toEqual(
    ['admissionDate', 'category', 'language', 'mobile', 'nationalityId', 'nextOfKinPhone', 'stateId'].toSorted(),
  );
  const made = await world.database.asSystem([ilorin()], (tx) => tx.$count(students, eq(students.surname, 'Alabi')));
  expect(made).toBe(0);
});

test('a new student is given a batch at once, with the enrolment; a full one refuses and nobody is admitted', async () => {
  const batchId = world.school.ilorin.batchIds['JSS 1 B'];
  const { batches: choices } = (await registrar.page('/students/new')).props;
  expect(choices.map(({ name }: { name: string }) => name)).toContain('JSS 1 B');
  const id = idOf(await registrar.post('/students', form({ batchId })));
  expect(await rowOf(id)).toMatchObject({ batchId, batchName: 'JSS 1 B' });
  const enrolled = await world.database.asSystem([ilorin()], (tx) =>
    tx.select().from(enrolments).where(eq(enrolments.studentId, id)),
  );
  expect(enrolled).toMatchObject([{ batchId, toDate: null }]);
  await world.database.asSystem([ilorin()], (tx) =>
    tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, batchId)),
  );
  const next = (await registrar.page('/students/new')).props.nextNumber;
  const full = await registrar.post('/students', form({ firstName: 'Bola', batchId }));
  expect([full.statusCode, full.json().errors]).toEqual([422, { batchId: 'JSS 1 B is full. Choose another batch.' }]);
  expect((await registrar.page('/students/new')).props.nextNumber).toBe(next);
  const offas = world.school.offa.batchIds['ND 1 A'];
  expect((await registrar.post('/students', form({ firstName: 'Bola', batchId: offas }))).statusCode).toBe(422);
});

test('a student entered late is in the batch from the admission, but not before the session began', async () => {
  const batchId = world.school.ilorin.batchIds['JSS 2 A'];
  const [session] = await world.database.asSystem([ilorin()], (tx) =>
    tx.select().from(academicSessions).where(eq(academicSessions.isCurrent, true)),
  );
  const day = today('Africa/Lagos');
  const fromOf = async (firstName: string, admissionDate: string) => {
    const answer = await registrar.post('/students', form({ firstName, batchId, admissionDate }));
    expect(answer.statusCode, answer.body).toBe(303);
    const id = idOf(answer);
    const [row] = await world.database.asSystem([ilorin()], (tx) =>
      tx.select().from(enrolments).where(eq(enrolments.studentId, id)),
    );
    return row!.fromDate;
  };
  const late = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  expect(await fromOf('Late', late)).toBe(late > session!.startsOn ? late : session!.startsOn);
  expect(await fromOf('Old', '2020-01-05')).toBe(session!.startsOn < day ? session!.startsOn : day);
});

test('two clerks who fill the last seat at once: one succeeds', async () => {
  const batchId = world.school.ilorin.batchIds['JSS 1 B'];
  await world.database.asSystem([ilorin()], (tx) =>
    tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, batchId)),
  );
  const answers = await Promise.all(
    ['Bola', 'Bisi'].map((firstName) => registrar.post('/students', form({ firstName, batchId }))),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
});

test('users without access to health and religion do not see them and cannot change them', async () => {
  const id = idOf(await registrar.post('/students', form(whole)));
  await withhold('registrar', 'students.viewHealth', 'students.viewReligion');
  const { props } = await registrar.page(`/students/${id}/edit`);
  expect(props.groups).toEqual(['general', 'private']);
  for (const field of ['bloodGroup', 'genotype', 'religion']) expect(props.student).not.toHaveProperty(field);
  const { admissionNumber } = props.student;
  const sent = { ...form(whole), admissionNumber, city: 'Offa', bloodGroup: 'A-', genotype: '', religion: '' };
  expect((await registrar.post(`/students/${id}`, sent)).statusCode).toBe(303);
  expect(await rowOf(id)).toMatchObject({ city: 'Offa', bloodGroup: 'O+', genotype: 'AS', religion: 'Islam' });
  const other = idOf(await registrar.post('/students', form({ ...whole, firstName: 'Bola' })));
  expect(await rowOf(other)).toMatchObject({ bloodGroup: null, genotype: null, religion: null });
});

test('showing health and religion in a form is logged', async () => {
  const id = idOf(await registrar.post('/students', form(whole)));
  await registrar.page(`/students/${id}/edit`);
  const read = await world.database.asSystem([ilorin()], (tx) =>
    tx
      .select({ group: readLog.fieldGroup, place: readLog.place })
      .from(readLog)
      .where(and(eq(readLog.entity, 'student'), eq(readLog.subjectId, id)))
      .orderBy(readLog.id),
  );
  expect(read).toEqual(['health', 'religion', 'private'].map((group) => ({ group, place: 'form' })));
});

test('changes of health and religion are in the history for users with access, and hidden from others and the log', async () => {
  const id = idOf(await registrar.post('/students', form(whole)));
  const { admissionNumber } = await rowOf(id);
  const edited = { ...form(whole), admissionNumber, bloodGroup: 'AB-', religion: 'Christianity', city: 'Offa' };
  await registrar.post(`/students/${id}`, edited);
  const owner = await world.as('owner');
  const changesFor = async (browser: Browser) =>
    (await browser.page(`/students/${id}/history`)).props.history[0].details;
  expect(await changesFor(owner)).toEqual({
    changes: {
      city: { from: 'Ilorin', to: 'Offa' },
      bloodGroup: { from: 'O+', to: 'AB-' },
      religion: { from: 'Islam', to: 'Christianity' },
    },
  });
  const looks = () =>
    world.database.asSystem([ilorin()], (tx) =>
      tx.select({ person: readLog.person, group: readLog.fieldGroup }).from(readLog).where(eq(readLog.place, 'record')),
    );
  expect(await looks()).toEqual(['health', 'religion'].map((group) => ({ person: 'The owner', group })));
  const hidden = { from: 'not shown', to: 'not shown' };
  const seen = await changesFor(await world.as('ict_administrator'));
  expect(seen.changes).toEqual({ city: { from: 'Ilorin', to: 'Offa' }, bloodGroup: hidden, religion: hidden });
  // The log knows no groups: it names the fields alone, on the page and in its file.
  const [logged] = (await owner.page(`/audit?subject=student:${id}`)).props.rows;
  expect(logged.details).toEqual({
    changes: { city: { from: 'Ilorin', to: 'Offa' }, bloodGroup: hidden, religion: hidden },
  });
  const file = await owner.get(`/audit/export.csv?subject=student:${id}`);
  expect(file.body).toContain('bloodGroup');
  expect(file.body).not.toMatch(/AB-|Christianity/);
  const [kept] = await world.database.asSystem([ilorin()], (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.edit')).orderBy(desc(auditEntries.id)),
  );
  expect(kept!.details).toHaveProperty('restricted.health.bloodGroup');
});

test('the documents tab lists them with the days left, and logs every view', async () => {
  const id = idOf(await registrar.post('/students', form()));
  const { documents } = (await registrar.page(`/students/${id}/documents`)).props;
  expect(documents).toMatchObject({ rows: [], can: { edit: true } });
  expect(documents.types).toContain('Birth certificate');
  expect((await (await world.as('bursar')).get(`/students/${id}/documents`)).statusCode).toBe(404);
});

test('a number that nobody could dial stays while it is not touched, and is refused once it is', async () => {
  const id = idOf(await registrar.post('/students', form(whole)));
  const old = '+2349200000001';
  await world.database.asSystem([ilorin()], (tx) => tx.update(students).set({ phone: old }).where(eq(students.id, id)));
  const { admissionNumber } = await rowOf(id);
  const sent = { ...form(whole), admissionNumber, phone: old };
  expect((await registrar.post(`/students/${id}`, { ...sent, city: 'Offa' })).statusCode).toBe(303);
  expect(await rowOf(id)).toMatchObject({ phone: old, city: 'Offa' });
  expect((await registrar.post(`/students/${id}`, { ...sent, phone: '+2349200000002' })).statusCode).toBe(422);
});
