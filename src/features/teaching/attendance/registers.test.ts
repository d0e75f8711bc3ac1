import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import type { Mark } from './marks/mark.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let teacher: Browser;
let registrar: Browser;
/** JSS 2 A, which the teacher leads. */
let batchId: number;
let kemi: number;
let bala: number;
const now = todayHere();

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

beforeEach(async () => {
  world = await startSchool();
  [teacher, registrar] = await Promise.all([world.as('teacher'), world.as('registrar')]);
  batchId = ilorin().batchIds['JSS 2 A'];
  await within((tx) => openSchoolDays(tx, ilorin().id));
  const found = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId} order by sort_name`,
  );
  // Adébáyọ̀, Kemi and Danjuma, Bala.
  [kemi, bala] = found.map(({ id }) => id) as [number, number];
});
afterEach(() => world.close());

const mark = (kind: Mark['kind'], more: Partial<Mark> = {}): Mark => ({
  kind,
  codeId: null,
  minutes: kind === 'late' ? 10 : null,
  leftAt: null,
  remark: null,
  ...more,
});
type Sent = [studentId: number, mark: Mark, was?: Mark | null];
const body = (marks: Sent[], more: object = {}) => ({
  batchId,
  onDate: now,
  sitting: 1,
  offeringId: null,
  markedAt: Date.now(),
  sentAt: Date.now(),
  isDayConfirmed: false,
  reason: '',
  ...more,
  marks: marks.map(([studentId, one, was = null]) => ({ studentId, mark: one, was })),
});
const save = (who: Browser, marks: Sent[], more: object = {}) => who.post('/registers', body(marks, more));
const totals = () =>
  rowsOf<Record<string, number>>(
    sql`select student_id::int as id, called, attended, late, absent, sick from attendance_totals order by student_id`,
  );
const refused = async (answer: ReturnType<typeof save>) => {
  const { statusCode, body: text } = await answer;
  return { statusCode, errors: (JSON.parse(text) as { errors: Record<string, string> }).errors };
};

test('a class teacher takes a register: everyone else was present', async () => {
  const before = (await teacher.page('/registers')).props as unknown as { own: object[]; board: null };
  expect(before).toMatchObject({
    board: null,
    own: [{ batch: 'JSS 2 A', sitting: 1, isTaken: false }, { sitting: 2 }],
  });
  const answer = await save(teacher, [
    [kemi, mark('present')],
    [bala, mark('late', { minutes: 12, remark: ' Bus  broke down ' })],
  ]);
  expect(answer.json()).toEqual({ saved: 2, problems: [] });
  const { props } = await teacher.page(`/registers/${batchId}?date=${now}&sitting=1`);
  expect(props).toMatchObject({
    sheet: {
      closed: null,
      taken: { takenBy: 'The teacher' },
      rows: [
        { id: kemi, mark: mark('present') },
        { id: bala, mark: mark('late', { minutes: 12, remark: 'Bus broke down' }) },
      ],
    },
  });
  expect(await totals()).toEqual([
    { id: kemi, called: 1, attended: 1, late: 0, absent: 0, sick: 0 },
    { id: bala, called: 1, attended: 1, late: 1, absent: 0, sick: 0 },
  ]);
  // Only what differs is a row.
  expect(await rowsOf(sql`select student_id::int as id from attendance_marks`)).toEqual([{ id: bala }]);
  const [entry] = await rowsOf<{ summary: string }>(
    sql`select summary from audit_entries where action = 'attendance.take'`,
  );
  expect(entry!.summary).toContain('took the register of JSS 2 A');
  expect((await registrar.page('/registers')).props).toMatchObject({
    figures: { registers: 6, taken: 1, called: 2, absent: 0, late: 1 },
    messageIn: ilorin().id,
  });
  // A message is to guardians of students who are absent today, from users who can send it.
  expect((await registrar.page('/registers?date=2026-01-05')).props).toMatchObject({ messageIn: null });
  expect(before).toMatchObject({ messageIn: null });
});

test('who may look, who may take, and what others never see', async () => {
  // The teacher teaches English in JSS 1 B without leading it, and nothing in JSS 1 A.
  const english = ilorin().batchIds['JSS 1 B'];
  expect((await teacher.page(`/registers/${english}?date=${now}&sitting=1`)).props).toMatchObject({
    sheet: { closed: 'You can view this register. Its class teacher takes it.' },
  });
  const [ngozi] = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${english} limit 1`,
  );
  expect((await save(teacher, [[ngozi!.id, mark('absent')]], { batchId: english })).statusCode).toBe(403);
  const [other] = await rowsOf<{ id: number }>(sql`select id::int as id from batches where name = 'JSS 1 A'`);
  expect((await teacher.get(`/registers/${other!.id}?date=${now}&sitting=1`)).statusCode).toBe(404);
  expect((await save(teacher, [[kemi, mark('absent')]], { batchId: other!.id })).statusCode).toBe(404);
  for (const role of ['guardian', 'student', 'bursar'] as const) {
    const who = await world.as(role);
    expect((await who.get('/registers')).statusCode).toBe(403);
    expect((await save(who, [[kemi, mark('absent')]])).statusCode).toBe(403);
  }
  const offa = await world.as('registrar.offa');
  expect((await offa.get(`/registers/${batchId}?date=${now}&sitting=1`)).statusCode).toBe(404);
  expect((await save(offa, [[kemi, mark('absent')]])).statusCode).toBe(404);
  expect(await totals()).toEqual([]);
});

test('two who mark the same student: the first stands, the later is asked and decides', async () => {
  await save(teacher, [
    [kemi, mark('absent')],
    [bala, mark('present')],
  ]);
  // The registrar had opened the register before that.
  const late = await save(registrar, [
    [kemi, mark('late')],
    [bala, mark('present')],
  ]);
  expect(late.json()).toEqual({
    saved: 0,
    problems: [{ studentId: kemi, message: 'The teacher has since marked this student.', current: mark('absent') }],
  });
  expect((await save(registrar, [[kemi, mark('late'), mark('absent')]])).json()).toEqual({ saved: 1, problems: [] });
  // A lost answer: the same is sent again.
  expect((await save(registrar, [[kemi, mark('late'), mark('absent')]])).json()).toEqual({ saved: 0, problems: [] });
  expect(await totals()).toMatchObject([
    { called: 1, attended: 1, late: 1, absent: 0 },
    { called: 1, attended: 1 },
  ]);
});

test('two registers at once are one register', async () => {
  const answers = await Promise.all([
    save(teacher, [
      [kemi, mark('absent')],
      [bala, mark('sick')],
    ]),
    save(registrar, [
      [kemi, mark('absent')],
      [bala, mark('late')],
    ]),
  ]);
  const [first, second] = answers.map((one) => one.json() as { saved: number; problems: { studentId: number }[] });
  expect([first!.saved, second!.saved].toSorted()).toEqual([0, 2]);
  expect([...first!.problems, ...second!.problems].map(({ studentId }) => studentId)).toEqual([bala]);
  expect(await rowsOf(sql`select count(*)::int as n from attendance_registers`)).toEqual([{ n: 1 }]);
  expect(await totals()).toMatchObject([{ called: 1, absent: 1 }, { called: 1 }]);
});

test('what cannot be is refused in words, and changes nothing', async () => {
  const all: Sent[] = [[kemi, mark('absent')]];
  expect(await refused(save(teacher, all, { onDate: addDays(now, 1) }))).toEqual({
    statusCode: 422,
    errors: { onDate: 'This day is in the future. Choose today or an earlier day.' },
  });
  expect(await refused(save(teacher, all, { sitting: 0 }))).toMatchObject({
    errors: { onDate: 'Registers are taken in the morning and in the afternoon here.' },
  });
  expect((await refused(save(teacher, all, { onDate: '2026-02-30' }))).errors).toHaveProperty('onDate');
  await within((tx) =>
    tx.execute(
      sql`update calendar_entries set kind = 'holiday', title = 'Sallah' where institution_id = ${ilorin().id}`,
    ),
  );
  expect(await refused(save(teacher, all))).toEqual({
    statusCode: 422,
    errors: { onDate: 'There is no school on this day: Sallah.' },
  });
  await within((tx) =>
    tx.execute(sql`update calendar_entries set kind = 'school_day' where institution_id = ${ilorin().id}`),
  );
  const wrong = await save(teacher, [
    [kemi, mark('late', { minutes: null })],
    [bala, mark('absent', { minutes: 5 })],
    [ilorin().studentIds['Ada Obi'], mark('absent')],
    [999_999, mark('absent')],
    [bala, mark('sick')],
  ]);
  expect(wrong.json()).toMatchObject({
    saved: 0,
    problems: [
      { studentId: kemi, message: 'Enter how many minutes late.' },
      { studentId: bala, message: 'Only a late student has minutes.' },
      { message: expect.stringContaining('Not in JSS 2 A') },
      { studentId: 999_999 },
      { studentId: bala, message: 'This student is marked twice. Reload the page.' },
    ],
  });
  // A register in which nothing could be marked was not taken.
  expect(await rowsOf(sql`select 1 from attendance_registers`)).toEqual([]);
  await within((tx) => tx.execute(sql`update batches set closed_at = now() where id = ${batchId}`));
  expect((await refused(save(teacher, all))).errors).toEqual({
    onDate: 'JSS 2 A is closed, so its registers can no longer be changed.',
  });
});

test('after its day a register is corrected with a reason, by teachers for a week', async () => {
  const yesterday = { onDate: addDays(now, -1) };
  // A missed register needs none.
  expect(
    (
      await save(
        teacher,
        [
          [kemi, mark('absent')],
          [bala, mark('present')],
        ],
        yesterday,
      )
    ).json(),
  ).toEqual({
    saved: 2,
    problems: [],
  });
  expect((await save(teacher, [[kemi, mark('sick'), mark('absent')]], yesterday)).json()).toEqual({
    saved: 0,
    problems: [{ studentId: kemi, message: 'Enter a reason for correcting it after the day.' }],
  });
  const reason = 'A slip from the clinic';
  expect((await save(teacher, [[kemi, mark('sick'), mark('absent')]], { ...yesterday, reason })).json()).toMatchObject({
    saved: 1,
  });
  expect((await teacher.page(`/registers/${batchId}?date=${yesterday.onDate}&sitting=1`)).props).toMatchObject({
    sheet: {
      needsReason: true,
      corrections: [{ studentId: kemi, before: mark('absent'), after: mark('sick'), reason, by: 'The teacher' }],
    },
  });
  const old = { onDate: addDays(now, -8), reason };
  expect((await refused(save(teacher, [[kemi, mark('absent')]], old))).errors['onDate']).toContain(
    'can no longer be changed',
  );
  expect((await save(await world.as('principal'), [[kemi, mark('absent')]], old)).json()).toMatchObject({ saved: 1 });
});

test('a clock that is wrong by a day asks which day it was', async () => {
  // The device believes that it is tomorrow, and shows the register of that day.
  const ahead = Date.now() + 86_400_000;
  const all: Sent[] = [[kemi, mark('absent')]];
  const wrong = { markedAt: ahead - 60_000, sentAt: ahead, onDate: addDays(now, 1) };
  expect((await refused(save(teacher, all, wrong))).errors).toHaveProperty('onDate');
  const behind = Date.now() - 86_400_000;
  const before = { markedAt: behind - 1000, sentAt: behind, onDate: addDays(now, -1) };
  const answer = await refused(save(teacher, all, before));
  expect(answer.errors['clock']).toContain('This device’s clock is wrong');
  expect((await save(teacher, all, { ...before, onDate: now, isDayConfirmed: true })).json()).toMatchObject({
    saved: 1,
  });
  // A register that was marked yesterday and sent today is that of yesterday, by whatever clock.
  const offline = { markedAt: Date.now() - 86_400_000, onDate: addDays(now, -1) };
  expect((await save(teacher, all, offline)).json()).toMatchObject({ saved: 1 });
});

test('a student who left meanwhile is named, one who was there on the day is marked, one who joined stands out', async () => {
  const to = ilorin().batchIds['JSS 1 B'];
  await registrar.post('/students/assign', { studentIds: [kemi], batchId: to }).then((one) => one.statusCode);
  await within(async (tx) => {
    await tx.execute(sql`update students set batch_id = ${to} where id = ${kemi}`);
    await tx.execute(
      sql`update enrolments set to_date = ${addDays(now, -3)} where student_id = ${kemi} and to_date is null`,
    );
    await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      select institution_id, ${kemi}, ${to}, session_id, ${addDays(now, -3)} from batches where id = ${batchId}`);
  });
  const answer = await save(teacher, [
    [kemi, mark('absent')],
    [bala, mark('present')],
  ]);
  expect(answer.json()).toMatchObject({ saved: 1, problems: [{ studentId: kemi }] });
  const then = { onDate: addDays(now, -5) };
  expect(
    (
      await save(
        teacher,
        [
          [kemi, mark('absent')],
          [bala, mark('present')],
        ],
        then,
      )
    ).json(),
  ).toMatchObject({ saved: 2 });
  await within((tx) => tx.execute(sql`update students set batch_id = ${batchId} where id = ${kemi}`));
  const { sheet } = (await teacher.page(`/registers/${batchId}?date=${now}&sitting=1`)).props as unknown as {
    sheet: { rows: { id: number; mark: Mark | null }[] };
  };
  expect(sheet.rows.find(({ id }) => id === kemi)!.mark).toBeNull();
});

test('the device gets what it needs for own classes, and a key that is its account’s alone', async () => {
  const sent = (await teacher.get('/registers/device')).json() as {
    key: string;
    pack: { batches: object[]; institutions: object[] };
  };
  expect(sent.pack.batches).toMatchObject([{ id: batchId, name: 'JSS 2 A', students: [{ id: kemi }, { id: bala }] }]);
  expect(sent.pack.institutions).toMatchObject([{ id: ilorin().id, taken: 'twice' }]);
  expect(Buffer.from(sent.key, 'base64')).toHaveLength(32);
  const other = (await registrar.get('/registers/device')).json() as typeof sent;
  expect(other.key).not.toBe(sent.key);
  expect(other.pack.batches).toEqual([]);
  const page = await world.nobody().get('/registers/offline');
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain('Kemi');
});

test('the list of students is filtered by marks of today, for users who see all attendance', async () => {
  await save(teacher, [
    [kemi, mark('absent')],
    [bala, mark('late')],
  ]);
  await save(teacher, [[bala, mark('absent')]], { onDate: addDays(now, -1) });
  const ids = async (who: Browser, query: string) =>
    ((await who.page(`/students?${query}`)).props as unknown as { rows: { id: number }[] }).rows.map(({ id }) => id);
  expect(await ids(registrar, 'today=absent')).toEqual([kemi]);
  expect(await ids(registrar, 'today=late')).toEqual([bala]);
  expect(await ids(registrar, 'today=sick')).toEqual([]);
  expect((await registrar.page('/students')).props.can).toMatchObject({ attendance: true });
  for (const who of [teacher, await world.as('bursar')])
    expect((await who.get('/students?today=absent')).statusCode).toBe(403);
  expect(await ids(await world.as('registrar.offa'), 'today=absent')).toEqual([]);
});
