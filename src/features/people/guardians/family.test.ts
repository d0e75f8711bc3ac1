import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let tunde: number;
let ada: number;
let folake: number;
beforeEach(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  ({ 'Tunde Bakare': tunde, 'Ada Obi': ada } = world.school.ilorin.studentIds);
  [folake] = (await inIlorin((tx) => tx.select({ id: guardians.id }).from(guardians))).map(({ id }) => id) as [number];
});
afterEach(() => world?.close());

const inIlorin = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([world.school.ilorin.id], work);
const familyOf = async (browser: Browser, student: number) =>
  (await browser.page(`/students/${student}/family`)).props.family;
const father = { title: 'Mr', firstName: 'Gbenga', surname: 'Bakare', mobile: '0803 000 0009', relation: 'Father' };
const linkOf = (student: number) =>
  inIlorin((tx) => tx.select().from(studentGuardians).where(eq(studentGuardians.studentId, student)));

test('a new guardian is added from the student’s record with a few fields, and comes after the first in order', async () => {
  const added = await registrar.post(`/students/${tunde}/guardians`, { ...father, paysFees: 'true' });
  expect(added.headers.location).toBe(`/students/${tunde}/family`);
  const { guardians: shown, can } = await familyOf(registrar, tunde);
  expect(shown).toMatchObject([
    { name: 'Mrs Folake Bakare', relation: 'Mother', facts: { isNextOfKin: true, paysFees: true } },
    {
      name: 'Mr Gbenga Bakare',
      relation: 'Father',
      facts: { phone: '+2348030000009', paysFees: true, mayCollect: false },
    },
  ]);
  expect(can.edit).toBe(true);
  const summaries = await entriesOf('student', tunde);
  expect(summaries.at(-1)).toBe('made Mr Gbenga Bakare guardian (father) of Tunde Bakare');
  expect((await entriesOf('guardian', shown[1].id)).at(-1)).toBe(summaries.at(-1));
});

test('an existing guardian is found by phone and added without a second record', async () => {
  const { id } = world.school.ilorin;
  const found = await registrar.get(`/guardians/find?institution_id=${id}&q=${encodeURIComponent('0803 000 0001')}`);
  expect(found.json().people).toMatchObject([
    { id: folake, name: 'Bakare, Folake', number: '+2348030000001', children: 1 },
  ]);
  await registrar.post(`/students/${ada}/guardians`, { guardianId: folake, relation: 'Aunt', isNextOfKin: 'true' });
  expect(await familyOf(registrar, ada)).toMatchObject({
    guardians: [{ id: folake, relation: 'Aunt' }],
    siblings: [{ id: tunde, firstName: 'Tunde' }],
  });
  const again = await registrar.post(`/students/${ada}/guardians`, { guardianId: folake });
  expect(again.json().errors.guardianId).toBe('Mrs Folake Bakare is already a guardian of Ada.');
});

test('without a guardian chosen the names are asked for, both at once', async () => {
  const refused = await registrar.post(`/students/${ada}/guardians`, { relation: 'Mother' });
  expect(refused.json().errors).toEqual({
    surname: 'The surname is required.',
    firstName: 'The first name is required.',
  });
  const relation = await registrar.post(`/students/${ada}/guardians`, { ...father, relation: 'Landlord' });
  expect(relation.json().errors.relation).toContain('Landlord isn’t in the school’s list');
  expect(await linkOf(ada)).toEqual([]);
  // What was refused has left no half of itself.
  expect(await inIlorin((tx) => tx.$count(guardians))).toBe(1);
});

test('there is one next of kin: a new one replaces it, and the contact on the record is removed and logged', async () => {
  await inIlorin((tx) =>
    tx
      .update(students)
      .set({ nextOfKinName: 'Uncle Sam Obi', nextOfKinPhone: '+2348030000077', nextOfKinRelation: 'Uncle' })
      .where(eq(students.id, ada)),
  );
  expect((await familyOf(registrar, ada)).ownNextOfKin).toEqual({
    name: 'Uncle Sam Obi',
    phone: '+2348030000077',
    relation: 'Uncle',
  });
  await registrar.post(`/students/${ada}/guardians`, { guardianId: folake, relation: 'Aunt' });
  expect((await familyOf(registrar, ada)).ownNextOfKin).not.toBeNull();
  await registrar.post(`/students/${ada}/guardians/${folake}`, { relation: 'Aunt', isNextOfKin: 'true' });
  const family = await familyOf(registrar, ada);
  expect(family.ownNextOfKin).toBeNull();
  expect(family.guardians[0].facts.isNextOfKin).toBe(true);
  const [row] = await inIlorin((tx) => tx.select().from(students).where(eq(students.id, ada)));
  expect(row).toMatchObject({ nextOfKinName: null, nextOfKinPhone: null, nextOfKinRelation: null });
  const [entry] = (await auditOf('student', ada)).slice(-1);
  expect(entry).toMatchObject({
    summary: 'made Mrs Folake Bakare next of kin of Ada Obi, replacing the next of kin on the record',
    details: { cleared: { nextOfKinName: 'Uncle Sam Obi' }, changes: { isNextOfKin: { from: false, to: true } } },
  });
  await registrar.post(`/students/${ada}/guardians`, { ...father, isNextOfKin: 'true' });
  expect((await linkOf(ada)).map((link) => link.isNextOfKin).sort()).toEqual([false, true]);
});

test('removing a guardian can be undone with all its details; both records stay', async () => {
  const removed = await registrar.post(`/students/${tunde}/guardians/${folake}/remove`);
  expect(removed.headers.location).toBe(`/students/${tunde}/family`);
  expect(await linkOf(tunde)).toEqual([]);
  const { flash } = await registrar.page(`/students/${tunde}/family`);
  expect(flash).toMatchObject({
    message: 'Mrs Folake Bakare is no longer a guardian of Tunde.',
    undo: { action: `/students/${tunde}/guardians/${folake}/restore` },
  });
  const undone = await registrar.post(`/students/${tunde}/guardians/${folake}/restore`);
  expect(undone.json()).toEqual({ message: 'Mrs Folake Bakare is a guardian of Tunde again.' });
  expect(await linkOf(tunde)).toMatchObject([
    { relation: 'Mother', paysFees: true, mayCollect: true, receivesSms: true, isNextOfKin: true },
  ]);
  expect((await registrar.post(`/students/${tunde}/guardians/${folake}/restore`)).statusCode).toBe(409);
  expect((await registrar.post(`/students/${ada}/guardians/${folake}/restore`)).statusCode).toBe(409);
});

test('an undo does not push a new next of kin aside', async () => {
  await registrar.post(`/students/${tunde}/guardians/${folake}/remove`);
  await registrar.post(`/students/${tunde}/guardians`, { ...father, isNextOfKin: 'true' });
  await registrar.post(`/students/${tunde}/guardians/${folake}/restore`);
  const kin = (await linkOf(tunde)).filter((link) => link.isNextOfKin);
  expect(kin).toHaveLength(1);
  expect(kin[0]!.guardianId).not.toBe(folake);
});

test('the calling order is saved, and a guardian added meanwhile comes last', async () => {
  await registrar.post(`/students/${tunde}/guardians`, father);
  const ids = (await familyOf(registrar, tunde)).guardians.map((one: { id: number }) => one.id);
  await registrar.post(`/students/${tunde}/guardians/order`, { ids: [ids[1], 999_999] });
  expect((await familyOf(registrar, tunde)).guardians.map((one: { id: number }) => one.id)).toEqual([ids[1], ids[0]]);
});

test('a student, and another guardian, see of a guardian name and relation only; a teacher of own students sees all', async () => {
  await registrar.post(`/students/${tunde}/guardians`, { ...father, isNextOfKin: 'false' });
  const guardian = await world.as('guardian');
  const { guardians: shown, can } = await familyOf(guardian, tunde);
  expect(can.edit).toBe(false);
  expect(shown).toMatchObject([
    { facts: { phone: '+2348030000001' } },
    { name: 'Mr Gbenga Bakare', relation: 'Father', facts: null },
  ]);
  expect((await guardian.get(`/guardians/${shown[1].id}`)).statusCode).toBe(404);
  const answer = await guardian.get(`/students/${tunde}/family`);
  expect(answer.body).not.toContain('2348030000009');

  await registrar.post(`/students/${ada}/guardians`, { guardianId: folake, relation: 'Aunt' });
  const student = await world.as('student');
  expect(await familyOf(student, ada)).toMatchObject({
    guardians: [{ name: 'Mrs Folake Bakare', relation: 'Aunt', facts: null }],
    // Brothers and sisters are for who may see them.
    siblings: [],
  });
  const ngozi = world.school.ilorin.studentIds['Ngozi Okafor'];
  await registrar.post(`/students/${ngozi}/guardians`, { guardianId: folake, relation: 'Aunt' });
  const teacher = await world.as('teacher');
  expect(await familyOf(teacher, ngozi)).toMatchObject({
    guardians: [{ facts: { phone: '+2348030000001' } }],
    siblings: [],
    can: { edit: false },
  });
  expect((await teacher.get(`/students/${ngozi}/guardians/new`)).statusCode).toBe(403);
});

test('a guardian of another institution is not found, and cannot be made one here', async () => {
  const { offa } = world.school;
  const [halima] = await world.database.asSystem([offa.id], (tx) => tx.select({ id: guardians.id }).from(guardians));
  const group = await world.as('group');
  const answer = await group.post(`/students/${ada}/guardians`, { guardianId: halima!.id });
  expect(answer.statusCode).toBe(404);
  expect(await linkOf(ada)).toEqual([]);
});

const auditOf = (type: string, id: number) =>
  inIlorin((tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectType, type), eq(auditEntries.subjectId, id)))
      .orderBy(auditEntries.id),
  );
const entriesOf = async (type: string, id: number) => (await auditOf(type, id)).map(({ summary }) => summary);

test('two who change what a guardian is to a child: ticks of both stay, and another relation is asked about', async () => {
  const owner = await world.as('owner');
  const at = `/students/${tunde}/guardians/${folake}`;
  const mine = await registrar.opened(at);
  await owner.post(at, { ...mine, relation: 'Aunt', mayCollect: true, opened: mine });
  const ticked = await registrar.post(at, { ...mine, paysFees: !mine['paysFees'], opened: mine });
  expect(ticked.statusCode).toBe(303);
  expect(await linkOf(tunde)).toMatchObject([{ relation: 'Aunt', mayCollect: true, paysFees: !mine['paysFees'] }]);
  const clash = await registrar.post(at, { ...mine, relation: 'Grandmother', opened: mine });
  expect(clash.json().conflicts).toMatchObject([{ field: 'relation', theirs: 'Aunt', yours: 'Grandmother' }]);
});
