import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { remindTeachers } from '../deadlines/remind-teachers.job.ts';
import { addSampleCourse, addSampleScheme } from '#test/harness/sample-assessment.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let teacher: Browser;
let principal: Browser;
let termId: number;
let sheetId: number;
let english: number;
let maths: number;
let students: number[];

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const at = (course: number) => `/mark-sheets/${sheetId}/courses/${course}`;

beforeAll(async () => {
  world = await startSchool();
  [registrar, teacher, principal] = await Promise.all([
    world.as('registrar'),
    world.as('teacher'),
    world.as('principal'),
  ]);
  const batchId = ilorin().batchIds['JSS 1 B'];
  await within(async (tx) => {
    await addSampleScheme(tx, ilorin().id);
    maths = await addSampleCourse(tx, { institutionId: ilorin().id, batchId, code: 'PHY' });
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  );
  termId = term!.id;
  english = ilorin().courseIds.ENG!;
  const found = await rowsOf<{ id: number }>(
    sql`select student_id::int as id from session_students where batch_id = ${batchId} order by student_id`,
  );
  students = found.map(({ id }) => id);
  const opened = await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '2026-12-11' });
  expect(opened.statusCode).toBe(303);
  [{ id: sheetId }] = (await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`)) as [{ id: number }];
});
afterAll(() => world.close());

type Cell = [student: number, component: string, entry: unknown, was: unknown];
const save = (who: Browser, course: number, ...cells: Cell[]) =>
  who.post(`${at(course)}/marks`, {
    cells: cells.map(([studentId, component, entry, was]) => ({ studentId, component, entry, was })),
  });

test('a teacher reads which courses are not open for marks and whom to ask; who opens them gets the way there', async () => {
  const late = ilorin().batchIds['JSS 1 A'];
  await within((tx) =>
    tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id, employee_id)
      select ${ilorin().id}, ${late}, ${english}, (select m.employee_id from memberships m
        where m.institution_id = ${ilorin().id} and m.account_id = ${world.school.accounts.teacher})
      on conflict (institution_id, batch_id, course_id) do update set employee_id = excluded.employee_id`),
  );
  const { props } = await teacher.page('/my-marks');
  expect(props.unopened).toContainEqual(expect.objectContaining({ batch: 'JSS 1 A', courseId: english, termId }));
  expect(props.openers).toMatchObject([{ role: 'Registrar', names: expect.arrayContaining(['The registrar']) }]);
  expect((await principal.page('/mark-sheets')).props.openers).toMatchObject([{ role: 'Registrar' }]);
  expect((await registrar.page('/mark-sheets')).props.openers).toBeNull();
  await within((tx) =>
    tx.execute(sql`update course_offerings set employee_id = null where batch_id = ${late} and course_id = ${english}`),
  );
});

test('a teacher finds the own course, enters marks of every kind, and one above the maximum stops nothing else', async () => {
  const { props } = await teacher.page('/my-marks');
  expect(props.courses).toMatchObject([{ batch: 'JSS 1 B', state: 'open', courseId: english }]);
  const [one, two] = students as [number, number];
  const answer = await save(
    teacher,
    english,
    [one, 'test', 3550, null],
    [one, 'examination', 6100, null],
    [two, 'test', 'absent', null],
  );
  expect(answer.json()).toMatchObject({
    saved: 2,
    problems: [{ studentId: one, component: 'examination', message: 'Examination: 61 is above the maximum of 60.' }],
  });
  const step = await save(teacher, english, [two, 'examination', 3033, null]);
  expect(step.json().problems[0].message).toMatch(/not a multiple of 0.5/);
  for (const entry of [-100, 1.5, 'ten'])
    expect((await save(teacher, english, [two, 'examination', entry, null])).statusCode).toBe(422);
  const grid = await teacher.page(at(english));
  expect(grid.props.rows.map(({ entries }: { entries: object }) => entries)).toEqual(
    expect.arrayContaining([{ test: 3550 }, { test: 'absent' }]),
  );
});

test('of two people in one cell neither overwrites the other, and sending again changes nothing', async () => {
  const [one] = students as [number];
  const second = await save(registrar, english, [one, 'test', 3000, null]);
  expect(second.json()).toMatchObject({
    saved: 0,
    problems: [{ current: 3550, message: expect.stringMatching(/The teacher/) }],
  });
  const again = await save(teacher, english, [one, 'test', 3550, null]);
  expect(again.json()).toEqual({ saved: 0, problems: [] });
  const { cells } = (await registrar.get(`${at(english)}/changes?since=0`)).json();
  expect(cells).toContainEqual({ studentId: one, component: 'test', entry: 3550, by: 'The teacher' });
  await save(registrar, english, [one, 'test', 3000, 3550]);
  const history = await rowsOf(sql`select was, entered from mark_changes where student_id = ${one} order by id`);
  expect(history).toEqual([
    { was: null, entered: 3550 },
    { was: 3550, entered: 3000 },
  ]);
});

test('twenty first marks of one student at once: each is kept or refused, none is lost', async () => {
  const [, two] = students as [number, number];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => save(registrar, english, [two, 'examination', (turn + 1) * 100, null])),
  );
  expect(answers.reduce((sum, answer) => sum + (answer.json().saved as number), 0)).toBe(1);
});

test('a teacher reaches no other course by any address', async () => {
  const [one] = students as [number];
  expect((await teacher.get(at(maths))).statusCode).toBe(404);
  expect((await teacher.get(`${at(maths)}/changes`)).statusCode).toBe(404);
  expect((await save(teacher, maths, [one, 'test', 100, null])).statusCode).toBe(404);
  expect((await teacher.get(`/mark-sheets/${sheetId}`)).statusCode).toBe(403);
  expect((await (await world.as('student')).get(at(english))).statusCode).toBe(403);
  expect((await principal.post(`${at(english)}/marks`, { cells: [] })).statusCode).toBe(403);
  // Class teachers see the marks of their batch, and enter those of their own courses alone.
  await within((tx) =>
    tx.execute(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
      select institution_id, batch_id, employee_id from course_offerings
      where batch_id = ${ilorin().batchIds['JSS 1 B']} and course_id = ${english}`),
  );
  expect((await teacher.page(at(maths))).props.canEnter).toBe(false);
  expect((await save(teacher, maths, [one, 'test', 100, null])).statusCode).toBe(403);
});

test('the course’s own file brings marks back, and says what does not fit', async () => {
  const csv = (await registrar.get(`${at(english)}/marks.csv`)).body.replace(/^\uFEFF/, '').trim();
  const [head, ...lines] = csv.split(/\r?\n/) as [string, string];
  expect(head).toBe('Number,Name,Test,Examination,Do not change');
  const check = (text: string, course = english) =>
    upload(registrar, `${at(course)}/marks/check`, {
      field: 'file',
      content: Buffer.from(text),
      fileName: 'marks.csv',
    });
  const own = lines.find((line) => line.includes(',30,,'))!;
  const same = await check([head, ...lines].join('\n'));
  expect(same.json()).toMatchObject({ cells: [], problems: [] });
  const other = await check([head, own].join('\n'), maths);
  expect(other.json().errors.file).toMatch(/This file is for ENG JSS 1 B/);
  const wrong = await check(
    [head, own.replace(',30,,', ',ten,61,'), own, `X/1,Nobody,1,1,${own.split(',').at(-1)}`].join('\n'),
  );
  expect(
    wrong.json().problems.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`),
  ).toEqual([
    expect.stringMatching(/^2 Test: “ten” is not a mark/),
    expect.stringMatching(/^2 Examination: 61 is above/),
    expect.stringMatching(/^3 .* is in the file twice/),
    expect.stringMatching(/^4 No student who takes the course has the number X\/1/),
  ]);
  const good = await check([head, own.replace(',30,,', ',30,41.5,')].join('\n'));
  const [one] = students as [number];
  expect(good.json().cells).toEqual([{ studentId: one, component: 'examination', entry: 4150, was: null }]);
  // Somebody changes it after the download: the file’s own change is asked about, an untouched cell is left alone.
  await save(teacher, english, [one, 'examination', 2000, null]);
  const late = await check([head, own.replace(',30,,', ',30,41.5,')].join('\n'));
  expect(late.json().problems[0].message).toMatch(/changed after the file was downloaded: it’s now 20, and 41.5/);
  await save(teacher, english, [one, 'examination', null, 2000]);
  expect(
    (await upload(teacher, `${at(maths)}/marks/check`, { field: 'file', content: Buffer.from(head) })).statusCode,
  ).toBe(403);
});

test('a teacher’s own sheet is read: titles, “Adm No”, maxima in the headings, a total below, absence in words', async () => {
  const csv = (await registrar.get(`${at(english)}/marks.csv`)).body;
  const [one, two] = [...csv.matchAll(/^(\d{4}\/\d+),"(\w+), /gm)].map(([, number, name]) => [number!, name!]) as [
    string[],
    string[],
  ];
  const send = async (...rows: string[]) =>
    (
      await upload(registrar, `${at(english)}/marks/check`, {
        field: 'file',
        content: Buffer.from(['ENGLISH,,,,', 'JSS 1 B FIRST TERM 2026/2027,,,,', ...rows].join('\n')),
        fileName: 'own.csv',
      })
    ).json();
  const head = 'S/N,Adm No,Names,1st Test (40),Exam (60)';
  const read = await send(
    head.replace('1st ', ''),
    `1,${one[0]},${one[1]!.toUpperCase()},15,48`,
    head.replace('1st ', ''),
    `2,${two[0]},${two[1]},12.5,ABS`,
    'TOTAL,2,,27.5,48',
  );
  expect(read.problems).toEqual([]);
  const entries = read.cells.map(({ component, entry }: { component: string; entry: unknown }) => [component, entry]);
  expect(entries).toEqual(
    expect.arrayContaining([
      ['test', 1500],
      ['examination', 4800],
      ['test', 1250],
      ['examination', 'absent'],
    ]),
  );
  const { problems } = await send('S/N,Adm No,Names,Test,Exam', `1,${one[0]},SOMEBODY ELSE,15,48`);
  expect(problems[0].message).toMatch(/is .*, not “SOMEBODY ELSE”/);
  expect((await send(head.replace('1st Test (40)', 'Test (20)'), `1,${one[0]},,15,48`)).errors.file).toMatch(
    /“Test \(20\)” is out of 20 in the file, but Test is out of 40 here/,
  );
  expect((await send(head.replace('1st Test', 'Project'), `1,${one[0]},,15,48`)).errors.file).toMatch(
    /“Project \(40\)” is none of the parts/,
  );
});

test('teachers who have not finished are reminded once each day that counts', async () => {
  const told = () =>
    rowsOf<{ title: string }>(sql`select title from notifications where kind = 'marks.due' order by id`);
  const due = async (days: number) => {
    const [{ day }] = (await rowsOf<{ day: string }>(
      sql`select ((now() at time zone time_zone)::date + ${days}::int)::text as day from institutions where id = ${ilorin().id}`,
    )) as [{ day: string }];
    expect((await teacher.post('/mark-sheets/due', { ids: [sheetId], dueOn: day })).statusCode).toBe(403);
    expect((await registrar.post('/mark-sheets/due', { ids: [sheetId], dueOn: day })).statusCode).toBe(303);
    await remindTeachers(world.database);
    await remindTeachers(world.database);
  };
  await due(2);
  expect(await told()).toEqual([]);
  await due(1);
  expect(await told()).toEqual([{ title: 'The marks of English Language, JSS 1 B are due tomorrow' }]);
  await due(0);
  expect((await told()).at(-1)!.title).toMatch(/due today$/);
});

test('marks go along when a student changes the batch', async () => {
  const [one] = students as [number];
  const batchId = ilorin().batchIds['JSS 2 A'];
  await registrar.post('/students/batch-assignment', { batch_id: batchId, student_ids: [one] });
  const here = await registrar.page(at(english));
  expect(here.props.rows.map(({ id }: { id: number }) => id)).not.toContain(one);
  const kept = await rowsOf(sql`select entries from marks where student_id = ${one} and course_id = ${english}`);
  expect(kept).toEqual([{ entries: { test: 3000 } }]);
});

test('a sheet is finished, locked, approved, and taken back only with a reason', async () => {
  const early = await teacher.post(`${at(english)}/finish`);
  expect(early.statusCode === 303 || /not entered/.test(early.json().errors.form)).toBe(true);
  expect((await teacher.post('/mark-sheets/lock', { ids: [sheetId] })).statusCode).toBe(403);
  await registrar.post('/mark-sheets/lock', { ids: [sheetId] });
  const late = await save(teacher, english, [students[1]!, 'test', 1000, 'absent']);
  expect(late.json().errors.form).toMatch(/locked/);
  const approved = await registrar.post('/mark-sheets/approve', { ids: [sheetId] });
  expect(approved.statusCode).toBe(403);
  const incomplete = await principal.post('/mark-sheets/approve', { ids: [sheetId] });
  expect(incomplete.json().errors.reason).toMatch(/\d marks of JSS 1 B are missing/);
  await principal.post('/mark-sheets/approve', { ids: [sheetId], reason: 'Examined in January.' });
  const twice = await principal.post('/mark-sheets/approve', { ids: [sheetId], reason: 'Again.' });
  expect(twice.json().errors.ids).toMatch(/JSS 1 B is approved/);
  expect((await principal.post('/mark-sheets/withdraw', { ids: [sheetId] })).json().errors.reason).toBeTruthy();
  await principal.post('/mark-sheets/withdraw', { ids: [sheetId], reason: 'A mark was missing.' });
  await registrar.post('/mark-sheets/reopen', { ids: [sheetId], reason: 'A mark was missing.' });
  const { props } = await registrar.page(`/mark-sheets?term=${termId}`);
  expect(props.rows).toContainEqual(expect.objectContaining({ batch: 'JSS 1 B', state: 'open' }));
  const log = await rowsOf<{ summary: string }>(
    sql`select summary from audit_entries where subject_type = 'mark_sheet' and action like 'marks.%' and action <> 'marks.enter' order by id`,
  );
  expect(log.map(({ summary }) => summary).at(-1)).toMatch(/reopened the marks of JSS 1 B in .*: A mark was missing\./);
});

test('a sheet says what to look at before approval, and nobody approves their own marks', async () => {
  const address = `/mark-sheets/${sheetId}`;
  const { component } = await principal.page(address);
  const { props } = await principal.page(address, { component, props: ['checks'] });
  const kinds = props.checks.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['missing', 'noTeacher', 'unfinished']));
  expect(props.checks).toContainEqual(
    expect.objectContaining({ kind: 'missing', courseId: maths, cell: expect.stringMatching(/^\d+:test$/) }),
  );
  await registrar.post('/mark-sheets/lock', { ids: [sheetId] });
  await within((tx) =>
    tx.execute(sql`insert into mark_changes (institution_id, student_id, term_id, course_id, component, entered, account_id)
      select ${ilorin().id}, ${students[1]}, ${termId}, ${english}, 'test', '1000', id from accounts where username = 'principal'`),
  );
  const own = await principal.post('/mark-sheets/approve', { ids: [sheetId], reason: 'All fine.' });
  expect(own.json().errors.ids).toMatch(/entered marks of JSS 1 B yourself/);
  const owner = await (await world.as('owner')).post('/mark-sheets/approve', { ids: [sheetId], reason: 'All fine.' });
  expect(owner.statusCode).toBe(303);
});

test('what is not ready is not opened', async () => {
  // A course of another term gets no marks in this one.
  await within((tx) =>
    tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id, term_position)
      select institution_id, ${ilorin().batchIds['JSS 2 A']}, ${maths}, position + 1 from terms where id = ${termId}`),
  );
  const empty = await registrar.post('/mark-sheets', { termId, batchIds: [ilorin().batchIds['JSS 2 A']] });
  expect(empty.json().errors.batchIds).toMatch(/has no courses with marks in this term/);
  const foreign = await registrar.post('/mark-sheets', { termId, batchIds: [999_999] });
  expect(foreign.json().errors.batchIds).toBeTruthy();
  expect((await registrar.post('/mark-sheets', { termId: 999_999, batchIds: [1] })).statusCode).toBe(404);
});
