import { afterEach, beforeEach, expect, test } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import { auditEntries } from '#kernel/tables.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { pagesOfMenu } from '#web/shell.ts';
import { startSchool } from '#test/harness/app.ts';
import { batchAssignments, enrolments, students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const path = '/students/batch-assignment';
const ilorin = () => world.school.ilorin;
const look = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id, world.school.offa.id], work);
const batchOf = (student: number) =>
  look(async (tx) => (await tx.select().from(students).where(eq(students.id, student)))[0]!.batchId);
const unassigned = () => [ilorin().studentIds['Efe Omoregie'], ilorin().studentIds['Aisha Bello']];

test('7.2 2.5 an assignment answers success, moves everyone, opens enrolments and is in the audit log', async () => {
  const registrar = await world.as('registrar');
  const answer = await registrar.post(path, { batch_id: ilorin().batchIds['JSS 2 A'], student_ids: unassigned() });
  expect([answer.statusCode, answer.body]).toEqual([200, 'success']);
  for (const id of unassigned()) expect(await batchOf(id)).toBe(ilorin().batchIds['JSS 2 A']);
  const open = await look((tx) =>
    tx
      .select()
      .from(enrolments)
      .where(sql`to_date is null and student_id = ${unassigned()[0]}`),
  );
  expect(open).toMatchObject([{ batchId: ilorin().batchIds['JSS 2 A'] }]);
  const [entry] = await look((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.assignBatch')),
  );
  expect(entry).toMatchObject({ person: 'The registrar', summary: 'assigned 2 students to JSS 2 A' });
});

test('an undo restores everyone, once, and not after someone has moved on', async () => {
  const registrar = await world.as('registrar');
  const mover = ilorin().studentIds['Ada Obi'];
  const first = await registrar.post(path, {
    batch_id: ilorin().batchIds['JSS 2 A'],
    student_ids: [mover, ...unassigned()],
  });
  const undo = `${first.headers.location}/undo`;
  expect((await registrar.post(undo)).json().message).toBe('Assignment undone: 3 students are no longer in JSS 2 A.');
  expect(await batchOf(mover)).toBe(ilorin().batchIds['JSS 1 A']);
  expect(await batchOf(unassigned()[0]!)).toBeNull();
  expect((await registrar.post(undo)).statusCode).toBe(409);
  const second = await registrar.post(path, { batch_id: ilorin().batchIds['JSS 2 A'], student_ids: unassigned() });
  await registrar.post(path, { batch_id: ilorin().batchIds['JSS 1 A'], student_ids: [unassigned()[0]] });
  expect((await registrar.post(`${second.headers.location}/undo`)).statusCode).toBe(409);
  expect(await batchOf(unassigned()[1]!)).toBe(ilorin().batchIds['JSS 2 A']);
});

test('an undo is refused where the place left behind has been taken since', async () => {
  const registrar = await world.as('registrar');
  const [mover, other] = [ilorin().studentIds['Ngozi Okafor'], ilorin().studentIds['Efe Omoregie']];
  const { 'JSS 1 B': left, 'JSS 2 A': into } = ilorin().batchIds;
  await look((tx) => tx.update(batches).set({ capacity: 2 }).where(eq(batches.id, left)));
  await registrar.post(path, { batch_id: into, student_ids: [mover] });
  const [assignment] = await look((tx) => tx.select({ id: batchAssignments.id }).from(batchAssignments));
  await registrar.post(path, { batch_id: left, student_ids: [other] });
  const undo = () => registrar.post(`/students/batch-assignments/${assignment!.id}/undo`);
  const refused = await undo();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'JSS 1 B is full. Free a seat there, or assign them to another batch.',
  ]);
  expect(await batchOf(mover)).toBe(into);
  await look((tx) => tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, left)));
  expect((await undo()).statusCode).toBe(200);
  expect(await batchOf(mover)).toBe(left);
});

test('a full batch refuses, says how much room is left, and moves nobody', async () => {
  const registrar = await world.as('registrar');
  await look((tx) => tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, ilorin().batchIds['JSS 1 B'])));
  const answer = await registrar.post(path, { batch_id: ilorin().batchIds['JSS 1 B'], student_ids: unassigned() });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.batch_id).toBe(
    'JSS 1 B has 1 seat left for 2 students. Choose fewer students or another batch.',
  );
  expect(await batchOf(unassigned()[0]!)).toBeNull();
});

test('two clerks at once cannot both take the last place', async () => {
  const registrar = await world.as('registrar');
  await look((tx) => tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, ilorin().batchIds['JSS 1 B'])));
  const answers = await Promise.all(
    unassigned().map((id) => registrar.post(path, { batch_id: ilorin().batchIds['JSS 1 B'], student_ids: [id] })),
  );
  expect(answers.map((one) => one.statusCode).toSorted()).toEqual([200, 422]);
});

test('5.1 without a batch or a student nothing is assigned, and a message says so', async () => {
  const registrar = await world.as('registrar');
  for (const batch_id of ['', 'Please Select', undefined, 0]) {
    const answer = await registrar.post(path, { batch_id, student_ids: unassigned() });
    expect([answer.statusCode, answer.json().errors.batch_id]).toEqual([422, 'Choose a batch.']);
  }
  expect(
    (await registrar.post(path, { batch_id: ilorin().batchIds['JSS 1 B'], student_ids: [] })).json().errors.student_ids,
  ).toBe('Select at least one student.');
});

test('a withdrawn student, a closed or foreign batch and a foreign student are refused whole', async () => {
  const registrar = await world.as('registrar');
  const here = ilorin().batchIds['JSS 1 B'];
  const gone = await registrar.post(path, {
    batch_id: here,
    student_ids: [...unassigned(), ilorin().studentIds['Uduak Essien']],
  });
  expect(gone.json().errors.student_ids).toContain('Uduak Essien is withdrawn');
  const foreign = await registrar.post(path, {
    batch_id: here,
    student_ids: [...unassigned(), world.school.offa.studentIds['Peace Akpan']],
  });
  expect(foreign.statusCode).toBe(404);
  expect(
    (await registrar.post(path, { batch_id: world.school.offa.batchIds['ND 1 A'], student_ids: unassigned() }))
      .statusCode,
  ).toBe(404);
  await look((tx) =>
    tx
      .update(batches)
      .set({ closedAt: sql`now()` })
      .where(eq(batches.id, here)),
  );
  expect((await registrar.post(path, { batch_id: here, student_ids: unassigned() })).json().errors.batch_id).toContain(
    'is closed',
  );
  expect(await batchOf(unassigned()[0]!)).toBeNull();
});

test('repeating an assignment changes nothing a second time', async () => {
  const registrar = await world.as('registrar');
  const body = { batch_id: ilorin().batchIds['JSS 2 A'], student_ids: unassigned() };
  await registrar.post(path, body);
  expect((await registrar.post(path, body)).body).toBe('success');
  const rows = await look((tx) => tx.select().from(enrolments).where(eq(enrolments.studentId, unassigned()[0]!)));
  expect(rows).toHaveLength(1);
});

test('a role without the permission is refused', async () => {
  for (const role of ['teacher', 'bursar', 'student']) {
    const person = await world.as(role);
    expect(
      (await person.post(path, { batch_id: ilorin().batchIds['JSS 1 B'], student_ids: unassigned() })).statusCode,
    ).toBe(403);
  }
});

test('what is refused is said in the word of the record’s institution, and neutrally where several are concerned', async () => {
  const { id, batchIds, studentIds } = ilorin();
  const { id: offa } = world.school.offa;
  await look((tx) =>
    tx.execute(sql`update institutions set terminology = case when id = ${id}
        then '{"batch": "Class arm", "batches": "Class arms"}'::jsonb
        else '{"batch": "Intake", "batches": "Intakes", "class": "Level", "classes": "Levels"}' end
      where id in (${id}, ${offa})`),
  );
  const [registrar, other, group] = [
    await world.as('registrar'),
    await world.as('registrar.offa'),
    await world.as('group'),
  ];
  const student_ids = ['Ada Obi', 'Tunde Bakare'].map((name) => studentIds[name as 'Ada Obi']);
  const full = await group.post(path, { batch_id: batchIds['JSS 1 B'], student_ids });
  expect(full.json().errors.batch_id).toContain('Choose fewer students or another class arm.');

  const unchosen = async (browser: typeof group, more = {}) =>
    (await browser.post(path, { student_ids, ...more })).json().errors.batch_id;
  expect([await unchosen(registrar), await unchosen(other), await unchosen(group)]).toEqual([
    'Choose a class arm.',
    'Choose an intake.',
    'Choose a batch.',
  ]);
  expect(await unchosen(group, { institution_id: offa })).toBe('Choose an intake.');
  const courses = async (browser: typeof group, batch: string) =>
    (await browser.get(`/institutions/courses_for_batch?batch_id=${batch}`, { accept: 'application/json' })).json()
      .message;
  expect([await courses(other, ''), await courses(other, '987654'), await courses(group, '')]).toEqual([
    'Choose an intake.',
    'Intake not found, or you don’t have access.',
    'Choose a batch.',
  ]);
  const unnamed = await other.post('/batches', { name: 'ND 1 B', capacity: 40, sessionId: 1 });
  expect(unnamed.json().errors.classId).toBe('Choose a level.');

  const menu = async (browser: typeof group, address: string) =>
    pagesOfMenu((await browser.page(address)).props.shell.menu).map(({ page }) => page.label);
  expect(await menu(group, '/students')).toContain('Batch assignment');
  expect(await menu(group, `/students?institution_id=${offa}`)).toContain('Intake assignment');
  await look((tx) =>
    tx.execute(sql`update institutions set terminology = '{"batch": "Class arm"}' where id in (${id}, ${offa})`),
  );
  expect(await menu(await world.as('group'), '/students')).toContain('Class arm assignment');
});
