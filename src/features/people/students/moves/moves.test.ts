import { afterEach, beforeEach, expect, test } from 'vitest';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { notifications } from '#kernel/tables.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { enrolments, studentMoves, students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const ilorin = () => world.school.ilorin;
const idOf = (name: keyof ReturnType<typeof ilorin>['studentIds']) => ilorin().studentIds[name];
const look = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id, world.school.offa.id], work);
const rowOf = (id: number) => look(async (tx) => (await tx.select().from(students).where(eq(students.id, id)))[0]!);
const openEnrolment = (id: number) =>
  look(async (tx) => {
    const [row] = await tx
      .select()
      .from(enrolments)
      .where(and(eq(enrolments.studentId, id), isNull(enrolments.toDate)));
    return row ?? null;
  });
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
const days = (count: number) => new Date(Date.parse(today) + count * 86_400_000).toISOString().slice(0, 10);
const undoOf = async (registrar: Awaited<ReturnType<typeof world.as>>, answer: { headers: object }) =>
  (await registrar.page((answer.headers as { location: string }).location)).flash as {
    message: string;
    undo?: { action: string };
  };

test('a withdrawn student leaves on the date, frees the seat, keeps the number, and can be restored at once', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ngozi Okafor');
  const before = await rowOf(id);
  const answer = await registrar.post(`/students/${id}/withdraw`, {
    onDate: today,
    reason: 'Moved to Jos',
    keepsSignIn: 'true',
  });
  expect(answer.statusCode).toBe(303);
  expect(await rowOf(id)).toMatchObject({
    status: 'withdrawn',
    batchId: null,
    admissionNumber: before.admissionNumber,
  });
  const { undo, message } = await undoOf(registrar, answer);
  const { enrolments: shown, studentMoves: made } = (await registrar.page(`/students/${id}/enrolments`)).props;
  expect(shown[0]).toMatchObject({ batch: 'JSS 1 B', toDate: today, outcome: 'withdrawn' });
  expect(made).toMatchObject([{ toStatus: 'withdrawn', onDate: today, reason: 'Moved to Jos' }]);

  expect(message).toBe('Ngozi Okafor was withdrawn.');
  expect((await registrar.post(undo!.action)).json()).toEqual({ message: 'Status restored for 1 student.' });
  expect(await rowOf(id)).toMatchObject({ status: 'active', batchId: before.batchId });
  expect(await openEnrolment(id)).toMatchObject({ batchId: before.batchId, outcome: null });
  expect((await registrar.post(undo!.action)).statusCode).toBe(409);
});

test('two users press Undo at once: one undoes it, the other gets a message', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ngozi Okafor');
  const answer = await registrar.post(`/students/${id}/withdraw`, { onDate: today, reason: 'A mistake' });
  const { undo } = await undoOf(registrar, answer);
  const answers = await Promise.all([registrar.post(undo!.action), registrar.post(undo!.action)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await openEnrolment(id)).not.toBeNull();
});

test('an undo is refused once the place is taken, or the record has moved on', async () => {
  const registrar = await world.as('registrar');
  const [id, other] = [idOf('Ngozi Okafor'), idOf('Efe Omoregie')];
  const batchId = ilorin().batchIds['JSS 1 B'];
  await look((tx) => tx.update(batches).set({ capacity: 2 }).where(eq(batches.id, batchId)));
  const left = await registrar.post(`/students/${id}/withdraw`, { onDate: today, reason: 'Moved' });
  await registrar.post('/students/batch-assignment', { batch_id: batchId, student_ids: [other] });
  const { undo } = await undoOf(registrar, left);
  const full = await registrar.post(undo!.action);
  expect([full.statusCode, full.json().message]).toEqual([
    409,
    'JSS 1 B is full. Free a seat there, or readmit into another batch.',
  ]);
  await registrar.post(`/students/${id}/re-admit`, { onDate: today, reason: 'Back' });
  expect((await registrar.post(undo!.action)).statusCode).toBe(409);
  expect(await rowOf(id)).toMatchObject({ status: 'active', batchId: null });
});

test('the move of a student who has been erased since cannot be undone', async () => {
  const owner = await world.as('owner');
  const id = idOf('Ngozi Okafor');
  const { undo } = await undoOf(
    owner,
    await owner.post(`/students/${id}/withdraw`, { onDate: today, reason: 'Moved' }),
  );
  const { admissionNumber: number } = await rowOf(id);
  const erased = await eraseBySecond({ asker: owner, second: await world.as('group') }, `students/${id}`, number);
  expect(erased.statusCode).toBe(200);
  expect((await owner.post(undo!.action)).statusCode).toBe(409);
  expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', surname: 'Record' });
});

test('a suspended student keeps the seat until the suspension is lifted; class teachers are notified', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Kemi Adébáyọ̀');
  const refused = await registrar.post(`/students/${id}/suspend`, {
    onDate: today,
    untilDate: days(-1),
    reason: 'Fighting',
  });
  expect(refused.json().errors).toEqual({ untilDate: 'A suspension can’t end before it starts.' });
  await registrar.post(`/students/${id}/suspend`, { onDate: today, untilDate: days(14), reason: 'Fighting' });
  expect(await rowOf(id)).toMatchObject({ status: 'suspended', batchId: ilorin().batchIds['JSS 2 A'] });
  const told = await look((tx) => tx.select().from(notifications).where(eq(notifications.kind, 'students.moved')));
  expect(told.map(({ accountId }) => accountId)).toEqual([world.school.accounts.teacher]);
  expect(told[0]!.title).toMatch(/^Kemi Adébáyọ̀ of JSS 2 A is suspended from .+ until /);
  expect((await registrar.post(`/students/${id}/lift-suspension`, { onDate: today })).statusCode).toBe(303);
  expect(await rowOf(id)).toMatchObject({ status: 'active', batchId: ilorin().batchIds['JSS 2 A'] });
});

test('days before the last enrolment or far ahead are refused beside the field, and nothing changes', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ada Obi');
  const early = await registrar.post(`/students/${id}/withdraw`, { onDate: '2026-09-01', reason: 'x' });
  expect([early.statusCode, early.json().errors.onDate]).toEqual([
    422,
    'Ada Obi joined on 14 Sep 2026. Choose that date or a later one.',
  ]);
  const late = await registrar.post(`/students/${id}/graduate`, { onDate: days(40) });
  expect(late.json().errors.onDate).toContain('This date is too far ahead.');
  expect((await registrar.post(`/students/${id}/deceased`, { onDate: days(1) })).json().errors.onDate).toBe(
    'This date is in the future.',
  );
  const blank = await registrar.post(`/students/${id}/transfer-out`, {});
  expect(Object.keys(blank.json().errors).toSorted()).toEqual(['destination', 'onDate', 'reason']);
  expect(await rowOf(id)).toMatchObject({ status: 'active' });
  expect(await look((tx) => tx.$count(studentMoves))).toBe(0);
});

test('a former student keeps the account if the box stays ticked, and loses it otherwise; an undo restores it', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ada Obi');
  const duties = () => look((tx) => tx.select().from(memberships).where(eq(memberships.studentId, id)));
  const account = () =>
    look(async (tx) => (await tx.select().from(accounts).where(eq(accounts.id, world.school.accounts.student)))[0]!);
  const [before] = await duties();
  const ada = await world.as('student');
  expect((await registrar.page(`/students/${id}/withdraw`)).props.hasSignIn).toBe(true);
  const kept = await registrar.post(`/students/${id}/withdraw`, { onDate: today, reason: 'x', keepsSignIn: 'true' });
  expect((await ada.get(`/students/${id}`)).statusCode).toBe(200);
  await registrar.post((await undoOf(registrar, kept)).undo!.action);

  const ended = await registrar.post(`/students/${id}/withdraw`, { onDate: today, reason: 'x' });
  expect(await duties()).toEqual([]);
  expect((await account()).disabledAt).not.toBeNull();
  expect((await ada.get(`/students/${id}`)).headers.location).toMatch(/^\/sign-in/);
  await registrar.post((await undoOf(registrar, ended)).undo!.action);
  expect(await duties()).toEqual([before]);
  expect((await account()).disabledAt).toBeNull();
});

test('a death is recorded quietly: the sign-in ends, no guardian is notified, and no move leads back', async () => {
  const registrar = await world.as('registrar');
  const [ada, tunde] = [idOf('Ada Obi'), idOf('Tunde Bakare')];
  const page = await registrar.page(`/students/${ada}/deceased`);
  expect(page.props.preview.join(' ')).toContain('No automatic messages are sent');
  for (const id of [ada, tunde])
    expect((await registrar.post(`/students/${id}/deceased`, { onDate: today })).statusCode).toBe(303);
  expect(await rowOf(ada)).toMatchObject({ status: 'deceased', batchId: null });
  expect(await look((tx) => tx.select().from(memberships).where(eq(memberships.studentId, ada)))).toEqual([]);
  const told = await look((tx) =>
    tx.select().from(notifications).where(eq(notifications.accountId, world.school.accounts.guardian)),
  );
  expect(told).toEqual([]);
  expect((await registrar.page(`/students/${ada}`)).props.moves).toEqual([]);
  expect((await registrar.post(`/students/${ada}/re-admit`, { onDate: today, reason: 'x' })).statusCode).toBe(422);
});

test('a readmitted student keeps the number and can get a seat in the same step, if one is free', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Uduak Essien');
  const batchId = ilorin().batchIds['JSS 1 B'];
  const { admissionNumber } = await rowOf(id);
  const { props } = await registrar.page(`/students/${id}/re-admit`);
  expect(props.batches.map((one: { name: string }) => one.name)).toEqual(['JSS 1 A', 'JSS 1 B', 'JSS 2 A']);
  await look((tx) => tx.update(batches).set({ capacity: 2 }).where(eq(batches.id, batchId)));
  const full = await registrar.post(`/students/${id}/re-admit`, { onDate: today, reason: 'Back', batchId });
  expect(full.json().errors.batchId).toBe('JSS 1 B is full. Choose another batch, or assign one later.');
  expect(await rowOf(id)).toMatchObject({ status: 'withdrawn' });

  await look((tx) => tx.update(batches).set({ capacity: 3 }).where(eq(batches.id, batchId)));
  const rivals = await Promise.all(
    [id, idOf('Simi Ojo')].map((one) =>
      registrar.post(`/students/${one}/re-admit`, { onDate: today, reason: 'Back', batchId }),
    ),
  );
  expect(rivals.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  const back = rivals[0]!.statusCode === 303 ? id : idOf('Simi Ojo');
  expect(await openEnrolment(back)).toMatchObject({ batchId, fromDate: today });
  if (back === id) expect(await rowOf(id)).toMatchObject({ status: 'active', admissionNumber });
});

test('a batch of another institution is not found, and one without the right to assign cannot choose one', async () => {
  const registrar = await world.as('registrar');
  const principal = await world.as('principal');
  const id = idOf('Uduak Essien');
  const foreign = world.school.offa.batchIds['ND 1 A'];
  const back = (batchId: number) => ({ onDate: today, reason: 'Back', batchId });
  expect((await registrar.post(`/students/${id}/re-admit`, back(foreign))).statusCode).toBe(404);
  expect((await principal.page(`/students/${id}/re-admit`)).props.choosesBatch).toBe(false);
  expect((await principal.post(`/students/${id}/re-admit`, back(ilorin().batchIds['JSS 1 A']))).statusCode).toBe(403);
  expect(await rowOf(id)).toMatchObject({ status: 'withdrawn' });
});

test('several leave at once, all or none, and come back with one undo', async () => {
  const registrar = await world.as('registrar');
  const ids = [idOf('Ada Obi'), idOf('Tunde Bakare'), idOf('Efe Omoregie')];
  const mixed = await registrar.post('/students/graduate', { studentIds: [...ids, idOf('Simi Ojo')], onDate: today });
  expect([mixed.statusCode, mixed.json().errors.studentIds]).toEqual([
    422,
    'Simi Ojo is already graduated. Clear their selection, then try again.',
  ]);
  const foreign = await registrar.post('/students/graduate', {
    studentIds: [...ids, world.school.offa.studentIds['Peace Akpan']],
    onDate: today,
  });
  expect(foreign.statusCode).toBe(404);
  for (const id of ids) expect((await rowOf(id)).status).toBe('active');

  const before = await Promise.all(ids.map(rowOf));
  const done = await registrar.post('/students/graduate', { studentIds: ids, onDate: today, keepsSignIn: 'true' });
  expect(done.json().message).toBe('3 students graduated.');
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ status: 'graduated', batchId: null });
  expect((await registrar.post(done.json().undo)).json().message).toBe('Status restored for 3 students.');
  for (const [at, id] of ids.entries())
    expect(await rowOf(id)).toMatchObject({ status: 'active', batchId: before[at]!.batchId });
  // An entry for each student, in the order of the move, all written by one statement: cmin tells which.
  const written = await world.database.asSystem([ilorin().id], (tx) =>
    tx.execute(sql`select action, count(*)::int as entries, count(distinct cmin::text)::int as statements, array_agg(subject_id::int order by id) as ids
      from audit_entries where xmin in (select xmin from audit_entries where subject_id = ${ids[0]!} and action like 'students.%' order by id desc limit 2)
      group by action order by 1`),
  );
  expect(written.rows).toEqual(
    ['students.changeStatus', 'students.undoMove'].map((action) => ({
      action,
      entries: 3,
      statements: 1,
      ids: ids.toSorted((one, other) => one - other),
    })),
  );
});

test('moves and an assignment at once leave no student of two minds', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ada Obi');
  await Promise.all([
    registrar.post('/students/batch-assignment', { batch_id: ilorin().batchIds['JSS 2 A'], student_ids: [id] }),
    registrar.post(`/students/${id}/withdraw`, { onDate: today, reason: 'Moved' }),
  ]);
  expect(await rowOf(id)).toMatchObject({ status: 'withdrawn', batchId: null });
  expect(await openEnrolment(id)).toBeNull();
});

test('a state by name still leads to its move', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Musa Garba');
  for (const status of ['suspended', 'active', 'withdrawn', 'active'])
    expect((await registrar.post(`/students/${id}/status`, { status, reason: 'By name' })).statusCode).toBe(303);
  expect((await registrar.post(`/students/${id}/status`, { status: 'active', reason: 'x' })).json().errors.status).toBe(
    'Musa Garba is already active.',
  );
});

test('users who cannot see a student cannot undo her moves', async () => {
  const registrar = await world.as('registrar');
  const answer = await registrar.post(`/students/${idOf('Ada Obi')}/withdraw`, {
    onDate: today,
    reason: 'Moved to Jos',
  });
  const { undo } = await undoOf(registrar, answer);
  await look((tx) =>
    tx.execute(
      sql`update roles set permissions = array_append(permissions, 'students.changeStatus') where key = 'teacher'`,
    ),
  );
  expect((await (await world.as('teacher')).post(undo!.action)).statusCode).toBe(404);
  expect((await rowOf(idOf('Ada Obi'))).status).toBe('withdrawn');
  expect((await registrar.post(undo!.action)).statusCode).toBe(200);
});

test('each move has its own message: suspension lifted, student readmitted', async () => {
  const registrar = await world.as('registrar');
  const id = idOf('Ngozi Okafor');
  const said = async (path: string) => {
    const sent = { onDate: today, reason: 'As agreed', keepsSignIn: 'true' };
    return (await undoOf(registrar, await registrar.post(`/students/${id}/${path}`, sent))).message;
  };
  expect(await said('suspend')).toBe('Ngozi Okafor was suspended.');
  expect(await said('lift-suspension')).toBe('The suspension of Ngozi Okafor was lifted.');
  expect(await said('withdraw')).toBe('Ngozi Okafor was withdrawn.');
  expect(await said('re-admit')).toBe('Ngozi Okafor was readmitted.');
});
