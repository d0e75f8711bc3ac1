import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { upload } from '#test/harness/uploads.ts';
import type { ExcuseRow } from './excuses.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let guardian: Browser;
let registrar: Browser;
/** JSS 1 A, of Tunde, whose mother is the guardian, and of Ada, who has an account of her own. */
let batchId: number;
let tunde: number;
let ada: number;
const now = todayHere();

const ilorin = () => world.school.ilorin;
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row>(tx, statement));

beforeEach(async () => {
  world = await startSchool();
  [guardian, registrar] = await Promise.all([world.as('guardian'), world.as('registrar')]);
  ({ 'Tunde Bakare': tunde, 'Ada Obi': ada } = ilorin().studentIds);
  await world.database.asSystem([ilorin().id], (tx) => openSchoolDays(tx, ilorin().id));
  [{ batchId }] = (await ask(sql`select batch_id::int as "batchId" from students where id = ${tunde}`)) as [
    { batchId: number },
  ];
});
afterEach(() => world.close());

const reason = (more: object = {}) => ({
  student_id: tunde,
  starts_on: now,
  ends_on: now,
  kind: 'sick',
  reason: 'Has a fever',
  ...more,
});
const send = (more: object = {}, who = guardian) => who.post('/my-excuses', reason(more));
const errorsOf = ({ body }: { body: string }) => (JSON.parse(body) as { errors: Record<string, string> }).errors;
const own = async (who = guardian) => (await who.page('/my-excuses')).props['rows'] as unknown as ExcuseRow[];
const toDecide = async (who = registrar) =>
  (await who.page('/attendance/excuses')).props['rows'] as unknown as ExcuseRow[];
const decide = (id: number, body: object, who = registrar) => who.post(`/attendance/excuses/${id}/decide`, body);
const markAbsent = async (studentId: number, onDate: string, sitting: number) => {
  const mark = { kind: 'absent', codeId: null, minutes: null, leftAt: null, remark: null };
  const answer = await registrar.post('/registers', {
    batchId,
    onDate,
    sitting,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: true,
    reason: '',
    marks: [{ studentId, mark, was: null }],
  });
  expect(answer.json()).toEqual({ saved: 1, problems: [] });
};
const totals = () =>
  ask<object>(sql`select called, attended, absent, sick from attendance_totals where student_id = ${tunde}`);

test('a guardian sends a reason, an accepted one changes what was marked and what will be', async () => {
  const yesterday = addDays(now, -1);
  await markAbsent(tunde, yesterday, 1);
  await markAbsent(tunde, now, 1);
  await markAbsent(tunde, addDays(now, -2), 1);
  expect((await send({ starts_on: yesterday, ends_on: addDays(now, 2) })).statusCode).toBe(303);
  expect(await own()).toMatchObject([{ student: 'Tunde Bakare', state: 'open', isMine: true, reason: 'Has a fever' }]);
  const [excuse] = await toDecide();
  expect(excuse).toMatchObject({ sentBy: 'The guardian', batch: 'JSS 1 A' });
  expect((await registrar.page('/attendance/excuses')).props).toMatchObject({ open: 1, can: { add: true } });
  expect((await decide(excuse!.id, { state: 'accepted', answer: 'Get well soon.' })).statusCode).toBe(303);
  // Two of three absences are excused, with the totals; the one before the reason stays.
  expect(await totals()).toEqual([{ called: 3, attended: 0, absent: 1, sick: 2 }]);
  expect(
    await ask(sql`select reason, before ->> 'kind' as before, after ->> 'kind' as after from attendance_corrections`),
  ).toEqual([{ reason: 'Reason accepted: Has a fever', before: 'absent', after: 'sick' }]);
  // Registers to come begin with it.
  const { sheet } = (await registrar.page(`/registers/${batchId}?date=${now}&sitting=2`)).props as unknown as {
    sheet: { rows: { id: number; expected: object | null }[] };
  };
  expect(sheet.rows.find(({ id }) => id === tunde)!.expected).toEqual({ kind: 'sick', why: 'Has a fever' });
  expect(await own()).toMatchObject([{ state: 'accepted', answer: 'Get well soon.', decidedBy: 'The registrar' }]);
  expect(
    await ask(sql`select title from notifications where account_id = ${world.school.accounts.guardian}
    and kind = 'attendance.excuse'`),
  ).toHaveLength(1);
});

test('a refused reason changes nothing and needs an answer; a decision is made once', async () => {
  await markAbsent(tunde, now, 1);
  await send();
  const [excuse] = await toDecide();
  expect(errorsOf(await decide(excuse!.id, { state: 'refused', answer: '' }))).toEqual({
    answer: 'Enter a reason for refusing it.',
  });
  expect((await decide(excuse!.id, { state: 'refused', answer: 'Bring a paper.' })).statusCode).toBe(303);
  expect(await totals()).toEqual([{ called: 1, attended: 0, absent: 1, sick: 0 }]);
  expect(errorsOf(await decide(excuse!.id, { state: 'accepted' }))).toEqual({
    state: 'The registrar has refused it already. Reload the page.',
  });
  expect(await totals()).toEqual([{ called: 1, attended: 0, absent: 1, sick: 0 }]);
});

test('two who decide at once: one decides, the other is told', async () => {
  await markAbsent(tunde, now, 1);
  await send();
  const [excuse] = await toDecide();
  const principal = await world.as('principal');
  const answers = await Promise.all([
    decide(excuse!.id, { state: 'accepted' }),
    decide(excuse!.id, { state: 'refused', answer: 'No.' }, principal),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422]);
  const [row] = await ask<{ state: string }>(sql`select state from attendance_excuses`);
  expect(await totals()).toMatchObject([row!.state === 'accepted' ? { sick: 1, absent: 0 } : { sick: 0, absent: 1 }]);
});

test('days that cannot be, and other people’s children, are refused', async () => {
  expect(errorsOf(await send({ ends_on: addDays(now, -1) }))).toHaveProperty('ends_on');
  expect(errorsOf(await send({ ends_on: addDays(now, 60) }))['ends_on']).toContain('up to 60 days');
  expect(errorsOf(await send({ starts_on: addDays(now, -31) }))).toHaveProperty('starts_on');
  expect(errorsOf(await send({ starts_on: addDays(now, 181), ends_on: addDays(now, 181) }))).toHaveProperty('ends_on');
  expect(errorsOf(await send({ reason: '   ' }))).toEqual({ reason: 'Enter the reason.' });
  expect(errorsOf(await send({ kind: 'absent' }))).toHaveProperty('kind');
  expect((await send({ student_id: ada })).statusCode).toBe(404);
  const student = await world.as('student');
  expect((await send({ student_id: tunde }, student)).statusCode).toBe(404);
  expect((await send({ student_id: ada }, student)).statusCode).toBe(303);
  expect(await own()).toEqual([]);
  expect(await own(student)).toMatchObject([{ student: 'Ada Obi' }]);
});

test('a class teacher decides for the own class alone, and the office writes down what came by phone', async () => {
  await send();
  const teacher = await world.as('teacher');
  expect(await toDecide(teacher)).toEqual([]);
  const [excuse] = await toDecide();
  expect((await teacher.get(`/attendance/excuses/${excuse!.id}`)).statusCode).toBe(404);
  expect((await decide(excuse!.id, { state: 'accepted' }, teacher)).statusCode).toBe(404);
  await ask(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select institution_id, ${batchId}, employee_id from memberships where account_id = ${world.school.accounts.teacher}`);
  expect(await toDecide(teacher)).toMatchObject([{ id: excuse!.id }]);
  expect((await decide(excuse!.id, { state: 'accepted' }, teacher)).statusCode).toBe(303);
  expect((await teacher.post('/attendance/excuses', reason({ student_id: ada }))).statusCode).toBe(403);
  expect((await registrar.post('/attendance/excuses', reason({ student_id: ada }))).statusCode).toBe(303);
  expect(await toDecide()).toMatchObject([{ student: 'Ada Obi', sentBy: 'The registrar' }]);
  // A guardian never decides.
  expect((await decide(excuse!.id, { state: 'accepted' }, guardian)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(`/attendance/excuses/${excuse!.id}`)).statusCode).toBe(404);
});

test('a paper is what it says, belongs to the sender, and is opened by those who decide', async () => {
  await send();
  const [excuse] = await own();
  const address = `/attendance/excuses/${excuse!.id}/paper`;
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const attach = (who: Browser, content: Buffer) =>
    upload(who, address, { field: 'file', content, fileName: 'letter.pdf' });
  expect((await attach(guardian, Buffer.from('MZ not a paper'))).statusCode).toBe(422);
  expect((await attach(registrar, pdf)).statusCode).toBe(404);
  expect((await attach(guardian, pdf)).statusCode).toBe(303);
  expect((await attach(guardian, pdf)).statusCode).toBe(303);
  expect(await ask(sql`select name from files where purpose = 'excuse'`)).toEqual([
    { name: 'Document for Tunde Bakare' },
  ]);
  const opened = await registrar.get(address);
  expect([opened.statusCode, opened.headers['content-type'], opened.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="paper.pdf"',
  ]);
  expect((await (await world.as('student')).get(address)).statusCode).toBe(404);
  await decide(excuse!.id, { state: 'accepted' });
  expect((await attach(guardian, pdf)).statusCode).toBe(422);
});

test('what waits is counted on the start page of those who decide', async () => {
  await send();
  const waiting = async (who: Browser) =>
    ((await who.page('/home')).props['waiting'] as unknown as { label: string; count: number }[]).filter(({ label }) =>
      label.includes('absence note'),
    );
  expect(await waiting(registrar)).toMatchObject([{ label: 'absence note', count: 1 }]);
  expect(await waiting(await world.as('teacher'))).toEqual([]);
});
