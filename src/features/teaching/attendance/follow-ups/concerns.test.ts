import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import type { ConcernRow } from './follow-ups.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let teacher: Browser;
/** JSS 2 A, which the teacher leads, with two students. */
let batchId: number;
let kemi: number;
let bala: number;
const now = todayHere();

const ilorin = () => world.school.ilorin;
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  world.database.asSystem([ilorin().id], (tx) => query<Row>(tx, statement));

beforeEach(async () => {
  world = await startSchool();
  [registrar, teacher] = await Promise.all([world.as('registrar'), world.as('teacher')]);
  batchId = ilorin().batchIds['JSS 2 A'];
  await world.database.asSystem([ilorin().id], (tx) => openSchoolDays(tx, ilorin().id));
  const found = await ask<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId} order by sort_name`,
  );
  [kemi, bala] = found.map(({ id }) => id) as [number, number];
});
afterEach(() => world.close());

/** A morning and an afternoon register, in which these are absent. */
async function take(onDate: string, absent: number[], sittings = [1, 2]) {
  for (const sitting of sittings) {
    const marks = [kemi, bala].map((studentId) => ({
      studentId,
      was: null,
      mark: {
        kind: absent.includes(studentId) ? 'absent' : 'present',
        codeId: null,
        minutes: null,
        leftAt: null,
        remark: null,
      },
    }));
    const answer = await registrar.post('/registers', {
      batchId,
      onDate,
      sitting,
      offeringId: null,
      markedAt: Date.now(),
      sentAt: Date.now(),
      isDayConfirmed: true,
      reason: '',
      marks,
    });
    expect(answer.json()).toEqual({ saved: 2, problems: [] });
  }
}
const concerns = async (who = registrar, query = '') =>
  (await who.page(`/attendance/concerns${query}`)).props['rows'] as unknown as ConcernRow[];

test('who is below the limit or away for days in a row is listed, the worst first', async () => {
  for (const ago of [9, 8, 7, 6, 5]) await take(addDays(now, -ago), ago > 6 ? [bala] : []);
  // Kemi is away for three days in a row, half of the last day only: not yet.
  for (const ago of [4, 3]) await take(addDays(now, -ago), [kemi]);
  await take(addDays(now, -2), [kemi], [1]);
  await take(addDays(now, -2), [], [2]);
  expect(await concerns()).toMatchObject([
    { id: bala, percent: 62.5, called: 16, absent: 6, inRow: 0, isBelow: true },
    { id: kemi, percent: 68.8, inRow: 0, isBelow: true },
  ]);
  await ask(sql`insert into attendance_rules (institution_id, warn_below) values (${ilorin().id}, 65)`);
  expect(await concerns()).toMatchObject([{ id: bala }]);
  for (const ago of [1, 0]) await take(addDays(now, -ago), [kemi]);
  expect(await concerns()).toMatchObject([{ id: kemi, percent: 55, inRow: 0, isBelow: true }]);
  await ask(sql`update attendance_rules set warn_below = 10, warn_in_row = 2`);
  expect(await concerns()).toMatchObject([{ id: kemi, inRow: 2, isBelow: false }]);
  expect(await concerns(registrar, '?what=below')).toEqual([]);
  expect(await concerns(registrar, '?what=row&q=jss%202')).toMatchObject([{ id: kemi }]);
  expect(await concerns(registrar, '?q=danjuma')).toEqual([]);
});

test('a class teacher sees the own class alone, and others nothing', async () => {
  for (const ago of [3, 2, 1]) await take(addDays(now, -ago), [kemi]);
  expect(await concerns(teacher)).toMatchObject([{ id: kemi, inRow: 3 }]);
  await ask(sql`delete from batch_teachers where batch_id = ${batchId}`);
  expect(await concerns(teacher)).toEqual([]);
  expect((await teacher.get(`/students/${kemi}/follow-ups`)).statusCode).toBe(404);
  for (const role of ['guardian', 'student', 'bursar'] as const)
    expect((await (await world.as(role)).get('/attendance/concerns')).statusCode).toBe(403);
  expect(await concerns(await world.as('registrar.offa'))).toEqual([]);
  expect((await (await world.as('registrar.offa')).get(`/students/${kemi}/follow-ups`)).statusCode).toBe(404);
});

test('a follow-up is recorded and seen on the list and in the file', async () => {
  for (const ago of [3, 2, 1]) await take(addDays(now, -ago), [kemi]);
  await ask(sql`with g as (insert into guardians (institution_id, surname, first_name, mobile)
      values (${ilorin().id}, 'Adébáyọ̀', 'Mama', '+2348031110001') returning id)
    insert into student_guardians (institution_id, student_id, guardian_id) select ${ilorin().id}, ${kemi}, id from g`);
  const body = { student_id: kemi, how: 'call', note: 'Mother says she has malaria.' };
  expect((await teacher.post('/attendance/follow-ups', { ...body, note: ' ' })).statusCode).toBe(422);
  expect((await teacher.post('/attendance/follow-ups', { ...body, how: 'shouting' })).statusCode).toBe(422);
  expect((await teacher.post('/attendance/follow-ups', body)).statusCode).toBe(303);
  expect(await concerns()).toMatchObject([
    { id: kemi, phone: '+2348031110001', lastHow: 'call', lastNote: 'Mother says she has malaria.' },
  ]);
  expect((await registrar.page(`/students/${kemi}/follow-ups`)).props).toMatchObject({
    student: { name: 'Kemi Adébáyọ̀' },
    rows: [{ how: 'call', by: 'The teacher' }],
  });
  const file = await registrar.get('/attendance/concerns.csv');
  expect(file.statusCode).toBe(200);
  expect(file.body).toContain('Phone call');
  expect(file.body).toContain('Mother says she has malaria.');
});
