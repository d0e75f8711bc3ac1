import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { batches, courseOfferings } from '../structure.schema.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await site?.close();
  site = await startSchool();
  registrar = await site.as('registrar');
});
afterAll(() => site.close());

const ilorin = () => site.school.ilorin;
const within = <T>(work: Parameters<typeof site.database.asSystem<T>>[1]) =>
  site.database.asSystem([ilorin().id], work);
const lastEntry = async () =>
  (await within((tx) => tx.select().from(auditEntries).orderBy(asc(auditEntries.id)))).at(-1)!;
const errorsOf = async (address: string, body: object = {}) => (await registrar.post(address, body)).json().errors;
const batch = (more: object = {}) => ({
  classId: ilorin().classIds['JSS 1'],
  sessionId: ilorin().sessionIds.current,
  arm: 'C',
  name: 'JSS 1 C',
  capacity: '40',
  ...more,
});
const teacherId = async () =>
  (await within((tx) => tx.execute<{ id: number }>(sql`select id from employees where job_title = 'Teacher'`))).rows[0]!
    .id;

test('3.1 a batch is created in a session with its class teachers, and shown with its fill', async () => {
  const teacher = await teacherId();
  const answer = await registrar.post('/batches', batch({ teacherIds: [String(teacher)] }));
  expect(answer.statusCode).toBe(303);
  const { props } = await registrar.page(answer.headers.location!);
  expect(props.batch).toMatchObject({
    name: 'JSS 1 C',
    class: 'JSS 1',
    session: '2026/2027',
    capacity: 40,
    students: 0,
  });
  expect(props.teachers).toEqual([{ id: teacher, surname: 'Teacher', firstName: 'The', hasLeft: false }]);
  expect(await lastEntry()).toMatchObject({ action: 'structure.createBatch', summary: 'added JSS 1 C' });
  const list = (await registrar.page('/batches')).props.rows as { name: string; students: number; capacity: number }[];
  expect(list.map(({ name, students, capacity }) => [name, students, capacity])).toEqual([
    ['JSS 1 A', 3, 40],
    ['JSS 1 B', 2, 3],
    ['JSS 1 C', 0, 40],
    ['JSS 2 A', 2, 40],
  ]);
});

test('the list is narrowed by session, class and state, and never shows another institution', async () => {
  const names = async (query: string) =>
    ((await registrar.page(`/batches${query}`)).props.rows as { name: string; session: string }[]).map(
      (row) => `${row.name} ${row.session}`,
    );
  expect(await names(`?academic_session=${ilorin().sessionIds.past}`)).toEqual(['JSS 1 A 2025/2026']);
  expect(await names(`?academic_session=${ilorin().sessionIds.past}&state=open`)).toEqual([]);
  expect(await names(`?class=${ilorin().classIds['JSS 2']}`)).toEqual(['JSS 2 A 2026/2027']);
  expect(await names('?q=1%20b')).toEqual(['JSS 1 B 2026/2027']);
  expect(await names('?q=%25')).toEqual([]);
  expect((await registrar.get(`/batches?academic_session=${site.school.offa.sessionIds.current}`)).statusCode).toBe(
    404,
  );
  expect((await registrar.get(`/batches?institution_id=${site.school.offa.id}`)).statusCode).toBe(404);
  expect((await registrar.get('/batches?state=nonsense')).statusCode).toBe(400);
});

test('a name is unique in its session, an arm in its class; what is chosen must be of the institution', async () => {
  expect(await errorsOf('/batches', batch({ name: 'jss 1 a' }))).toEqual({
    name: 'The session already has jss 1 a. Choose a different name.',
  });
  expect(await errorsOf('/batches', batch({ arm: 'A' }))).toEqual({
    arm: 'The class already has arm A in this session. Choose a different arm.',
  });
  expect(await errorsOf('/batches', batch({ classId: site.school.offa.classIds['ND 1'] }))).toEqual({
    classId: 'Choose a class from the list.',
  });
  expect(await errorsOf('/batches', batch({ classId: '', capacity: '0' }))).toEqual({
    classId: 'Choose a class.',
    capacity: 'Enter a number of seats between 1 and 5,000.',
  });
  const foreign = (
    await site.database.asSystem([site.school.offa.id], (tx) =>
      tx.execute<{ id: number }>(sql`select id from employees`),
    )
  ).rows[0]!.id;
  expect(await errorsOf('/batches', batch({ teacherIds: [foreign] }))).toEqual({
    teacherIds: 'One of the teachers doesn’t work here. Choose someone else.',
  });
  expect((await registrar.post('/batches', batch({ sessionId: site.school.offa.sessionIds.current }))).statusCode).toBe(
    404,
  );
});

test('a batch keeps seats for its students, and the audit log has the old and new values', async () => {
  const id = ilorin().batchIds['JSS 1 A'];
  const values = batch({ arm: 'A', name: 'JSS 1 A' });
  expect(await errorsOf(`/batches/${id}`, { ...values, capacity: 2 })).toEqual({
    capacity: 'JSS 1 A has 3 students, so it needs at least 3 seats.',
  });
  expect(await errorsOf(`/batches/${id}`, { ...values, classId: ilorin().classIds['JSS 2'] })).toEqual({
    classId: 'JSS 1 A has 3 students. Move them first, or add a new one.',
  });
  expect((await registrar.post(`/batches/${id}`, { ...values, name: 'JSS 1 Gold', capacity: 36 })).statusCode).toBe(
    303,
  );
  expect((await lastEntry()).details).toEqual({
    changes: { name: { from: 'JSS 1 A', to: 'JSS 1 Gold' }, capacity: { from: 40, to: 36 } },
  });
});

test('records in use are not deleted: the refusal counts what refers to them', async () => {
  expect(await errorsOf(`/batches/${ilorin().batchIds['JSS 1 B']}/delete`)).toEqual({
    form: 'JSS 1 B has 2 students and 1 course offering. Close it instead.',
  });
  expect(await errorsOf(`/classes/${ilorin().classIds['JSS 2']}/delete`)).toEqual({
    form: 'JSS 2 has 1 batch. Its history must be kept, so the class can’t be deleted.',
  });
  expect(await errorsOf(`/programs/${ilorin().programId}/delete`)).toEqual({
    form: 'Junior Secondary has 2 classes. Archive it instead.',
  });
  expect(await errorsOf(`/courses/${ilorin().courseIds.ENG}/delete`)).toEqual({
    form: 'ENG has 1 offering. Archive it instead.',
  });
  const unused = (await registrar.post('/batches', batch())).headers.location!;
  expect((await registrar.post(`${unused}/delete`)).statusCode).toBe(303);
  expect((await registrar.get(unused)).statusCode).toBe(404);
  expect((await registrar.post(`/courses/${ilorin().courseIds.MTH}/delete`)).statusCode).toBe(303);
});

test('a closed batch takes no students and can be reopened', async () => {
  const id = ilorin().batchIds['JSS 2 A'];
  expect((await registrar.post(`/batches/${id}/close`)).statusCode).toBe(303);
  const assign = await registrar.post('/students/batch-assignment', {
    batch_id: id,
    student_ids: [ilorin().studentIds['Aisha Bello']],
  });
  expect(assign.json().errors).toEqual({ batch_id: 'JSS 2 A is closed. Choose an open batch.' });
  expect((await registrar.post(`/batches/${id}/reopen`)).json()).toEqual({ message: 'JSS 2 A was reopened.' });
  expect(await lastEntry()).toMatchObject({ action: 'structure.reopenBatch', details: { from: 'closed', to: 'open' } });
});

test('3.2 the courses of a batch are set at once, each with its teacher', async () => {
  const id = ilorin().batchIds['JSS 1 B'];
  const { ENG, MTH } = ilorin().courseIds as Record<'ENG' | 'MTH', number>;
  const teacher = await teacherId();
  const offered = async () =>
    (await registrar.page(`/batches/${id}`)).props.offerings.map((one: { code: string; employeeId: number | null }) => [
      one.code,
      one.employeeId,
    ]);
  expect(
    (
      await registrar.post(`/batches/${id}/courses`, {
        courses: { [ENG]: { offered: 'true', employeeId: '' }, [MTH]: { offered: 'true', employeeId: teacher } },
      })
    ).statusCode,
  ).toBe(303);
  expect(await offered()).toEqual([
    ['ENG', null],
    ['MTH', teacher],
  ]);
  expect(
    (
      await registrar.post(`/batches/${id}/courses`, {
        courses: { [ENG]: { employeeId: '' }, [MTH]: { offered: 'true', employeeId: teacher } },
      })
    ).statusCode,
  ).toBe(303);
  expect(await offered()).toEqual([['MTH', teacher]]);
  const mathsIn = (termPosition: string) => ({
    courses: { [MTH]: { offered: 'true', employeeId: teacher, termPosition } },
  });
  expect(await errorsOf(`/batches/${id}/courses`, mathsIn('4'))).toEqual({
    [`courses.${MTH}.termPosition`]: 'Choose a term of the session.',
  });
  expect((await registrar.post(`/batches/${id}/courses`, mathsIn('2'))).statusCode).toBe(303);
  expect((await registrar.page(`/batches/${id}`)).props.offerings).toMatchObject([
    { code: 'MTH', term: 'Second Term' },
  ]);
  expect((await registrar.post(`/batches/${id}/courses`, mathsIn(''))).statusCode).toBe(303);
  expect(
    await errorsOf(`/batches/${id}/courses`, {
      courses: { [Number(site.school.offa.courseIds.COM101)]: { offered: 'true' } },
    }),
  ).toEqual({ courses: 'Choose courses from the list.' });
  await registrar.post(`/courses/${ENG}/retire`);
  expect(await errorsOf(`/batches/${id}/courses`, { courses: { [ENG]: { offered: 'true' } } })).toEqual({
    courses: 'ENG is archived. Restore it first.',
  });
});

test('the same courses as another batch of the class are offered in one go', async () => {
  const { 'JSS 1 A': a, 'JSS 1 B': b, 'JSS 2 A': other } = ilorin().batchIds;
  expect((await registrar.post(`/batches/${a}/courses/copy`, { from: b })).statusCode).toBe(303);
  const rows = await within((tx) => tx.select().from(courseOfferings).where(eq(courseOfferings.batchId, a)));
  expect(rows.map((row) => [row.courseId, row.employeeId])).toEqual([[ilorin().courseIds.ENG, await teacherId()]]);
  expect(await errorsOf(`/batches/${other}/courses/copy`, { from: b })).toEqual({
    from: 'Choose a different batch of the same class.',
  });
  expect(await errorsOf(`/batches/${a}/courses/copy`, { from: site.school.offa.batchIds['ND 1 A'] })).toEqual({
    from: 'Choose a different batch of the same class.',
  });
});

test('a new session gets the arms of the previous one, previewed first and created once', async () => {
  await registrar.post('/academic-sessions', {
    institutionId: ilorin().id,
    name: '2027/2028',
    startsOn: '2027-09-13',
    endsOn: '2028-07-21',
  });
  const { props } = await registrar.page('/batches/make');
  expect(props.fromSessionId).toBe(ilorin().sessionIds.current);
  expect(props.plan.map((one: { name: string; exists: boolean }) => [one.name, one.exists])).toEqual([
    ['JSS 1 A', false],
    ['JSS 1 B', false],
    ['JSS 2 A', false],
  ]);
  const order = {
    sessionId: props.sessionId,
    fromSessionId: props.fromSessionId,
    withTeachers: 'true',
    withCourses: 'true',
  };
  expect((await registrar.post('/batches/make', order)).statusCode).toBe(303);
  const made = await within((tx) =>
    tx.select().from(batches).where(eq(batches.sessionId, props.sessionId)).orderBy(asc(batches.name)),
  );
  expect(made.map((one) => [one.name, one.capacity])).toEqual([
    ['JSS 1 A', 40],
    ['JSS 1 B', 3],
    ['JSS 2 A', 40],
  ]);
  expect((await registrar.page(`/batches/${made[1]!.id}`)).props.offerings).toHaveLength(1);
  expect((await registrar.page(`/batches/${made[2]!.id}`)).props.teachers).toHaveLength(1);
  expect(await errorsOf('/batches/make', order)).toEqual({
    sessionId: 'Nothing to add: 2027/2028 already has all of them.',
  });
});

test('a teacher sees batches without counts of students and changes none', async () => {
  const teacher = await site.as('teacher');
  const id = ilorin().batchIds['JSS 1 A'];
  const { props } = await teacher.page(`/batches/${id}`);
  expect([props.batch.students, props.can.edit]).toEqual([null, false]);
  for (const address of ['/batches/new', '/batches/make', `/batches/${id}/edit`, `/batches/${id}/courses`])
    expect((await teacher.get(address)).statusCode).toBe(403);
  for (const address of ['/batches', `/batches/${id}`])
    expect((await teacher.post(address, batch())).statusCode).toBe(403);
  expect((await teacher.post(`/batches/${id}/delete`)).statusCode).toBe(403);
});

test('a batch leads to its timetable, registers and messages for people who can open them, on its page and in the palette', async () => {
  for (const [name, isTaught] of [
    ['JSS 2 A', true],
    ['JSS 1 B', true],
    ['JSS 1 A', false],
  ] as const) {
    const id = ilorin().batchIds[name];
    for (const [username, isOpen] of [
      ['teacher', isTaught],
      ['registrar', true],
    ] as const) {
      const browser = await site.as(username);
      const acts = (await browser.page(`/batches/${id}`)).props.acts as { label: string; href: string }[];
      const { people } = (await browser.get(`/batches/find?q=${encodeURIComponent(name)}`)).json();
      expect(people).toEqual([
        { name, href: `/batches/${id}`, hint: expect.any(String) },
        ...acts.map(({ label, ...act }) => ({ name: label, hint: name, ...act })),
      ]);
      for (const [label, address] of [
        ['Timetable', `/my-timetable?batch_id=${id}`],
        ['Monthly register', `/registers/${id}/month`],
        ['Message the class', `/messages/new?institution_id=${ilorin().id}&batch=${id}`],
      ] as const) {
        const opens = (await browser.get(address)).statusCode === 200;
        const leads = acts.some((act) => act.label === label && act.href === address);
        const isFree = label === 'Message the class';
        expect([name, username, label, leads, opens]).toEqual([name, username, label, isOpen, isOpen || isFree]);
      }
    }
  }
  const bursar = (await (await site.as('bursar')).page(`/batches/${ilorin().batchIds['JSS 2 A']}`)).props;
  expect(bursar.acts.map(({ label }: { label: string }) => label)).toEqual(['Message the class']);
  // In a group, what has the same name in two institutions is told apart, and leads nowhere by itself.
  const group = await site.as('group');
  const twin = await site.database.asSystem([site.school.offa.id], (tx) =>
    tx.execute<{ id: string }>(
      sql`update batches set name = 'JSS 2 A' where id = ${site.school.offa.batchIds['ND 1 A']} returning id`,
    ),
  );
  expect(twin.rows).toHaveLength(1);
  const found = (await group.get('/batches/find?q=jss%202%20a')).json();
  expect(found.people.map(({ name, hint }: { name: string; hint: string }) => [name, hint.split(' · ')[1]])).toEqual([
    ['JSS 2 A', 'Ilorin'],
    ['JSS 2 A', 'Offa'],
  ]);
  await site.database.asSystem([site.school.offa.id], (tx) =>
    tx.execute(sql`update batches set name = 'ND 1 A' where id = ${site.school.offa.batchIds['ND 1 A']}`),
  );
  const several = (await registrar.get('/batches/find?q=jss')).json();
  expect(several.people.map(({ name }: { name: string }) => name)).toEqual(['JSS 1 A', 'JSS 1 B', 'JSS 2 A']);
  expect((await (await site.as('student')).get('/batches/find?q=jss')).statusCode).toBe(403);
});

test('a batch of another institution is not found by any address', async () => {
  const id = site.school.offa.batchIds['ND 1 A'];
  for (const path of ['', '/edit', '/courses'])
    expect((await registrar.get(`/batches/${id}${path}`)).statusCode).toBe(404);
  for (const path of ['', '/close', '/reopen', '/delete', '/courses', '/courses/copy']) {
    expect(
      (await registrar.post(`/batches/${id}${path}`, { ...batch(), from: ilorin().batchIds['JSS 1 A'] })).statusCode,
    ).toBe(404);
  }
});

test('employees who left, were merged or erased are not offered to batches or courses, and not copied', async () => {
  const teacher = await teacherId();
  const offered = async () => {
    const { choices } = (await registrar.get('/batches/teacher-options')).json<{ choices: { value: string }[] }>();
    return choices.some(({ value }) => value === String(teacher));
  };
  expect(await offered()).toBe(true);
  for (const gone of [
    sql`merged_into_id = (select min(id) from employees other where other.id <> employees.id)`,
    sql`merged_into_id = null, anonymised_at = now()`,
    sql`anonymised_at = null, left_on = '2026-10-01'`,
  ]) {
    await within((tx) => tx.execute(sql`update employees set ${gone} where id = ${teacher}`));
    expect(await offered()).toBe(false);
    expect(await errorsOf('/batches', batch({ teacherIds: [teacher] }))).toEqual({
      teacherIds: 'One of the teachers doesn’t work here. Choose someone else.',
    });
  }
});

test('if two users edit the class teachers of one batch, both changes are saved', async () => {
  const owner = await site.as('owner');
  const at = `/batches/${ilorin().batchIds['JSS 2 A']}`;
  const staff = await within((tx) =>
    tx.execute<{ id: number }>(sql`select id::int from employees order by id limit 3`),
  );
  const [one, two, three] = staff.rows.map(({ id }) => id);
  const form = await registrar.opened(at);
  expect((await registrar.post(at, { ...form, teacherIds: [one, two] })).statusCode).toBe(303);
  const opened = await registrar.opened(at);
  expect((await owner.post(at, { ...opened, teacherIds: [two, one, three], opened })).statusCode).toBe(303);
  const late = await registrar.post(at, { ...opened, teacherIds: [two], opened });
  expect(late.statusCode, late.body).toBe(303);
  expect((await registrar.opened(at))['teacherIds']).toEqual([two, three]);
});

test('if two users edit the courses of one batch, different courses are both saved, and the same one is a conflict', async () => {
  const owner = await site.as('owner');
  const teacher = await teacherId();
  const at = `/batches/${ilorin().batchIds['JSS 2 A']}/courses`;
  const [one, other] = (await registrar.page(at)).props.courses as [{ id: number; title: string }, { id: number }];
  await registrar.post(at, { courses: {} });
  const opened = await registrar.opened(at);
  const offer = (id: number, employeeId: number | '' = '') => ({
    courses: { [id]: { offered: true, employeeId } },
    opened,
  });
  expect((await owner.post(at, offer(one.id, teacher))).statusCode).toBe(303);
  expect((await registrar.post(at, offer(other.id))).statusCode).toBe(303);
  const offered = await within((tx) =>
    tx.execute(sql`select course_id from course_offerings where batch_id = ${ilorin().batchIds['JSS 2 A']}`),
  );
  expect(offered.rows).toHaveLength(2);
  expect((await registrar.post(at, offer(one.id))).json().conflicts).toMatchObject([
    {
      field: `courses.${one.id}`,
      label: one.title,
      theirs: 'Taught by The Teacher',
      yours: 'Offered, no teacher assigned',
    },
  ]);
});
