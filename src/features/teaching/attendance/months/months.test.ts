import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import type { MarkKind } from '../mark-kinds.ts';
import type { MonthProps } from '../attendance.pages.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
/** JSS 2 A: Kemi, a girl, and Bala, a boy. */
let batchId: number;
let kemi: number;
let bala: number;
const now = todayHere();
/** A Monday two weeks ago, so that the whole week has passed. */
const monday = addDays(now, -14 - ((new Date(now).getUTCDay() + 6) % 7));

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const mark = (kind: MarkKind) => ({
  kind,
  codeId: null,
  minutes: kind === 'late' ? 10 : null,
  leftAt: null,
  remark: null,
});

async function take(onDate: string, sitting: number, kinds: [MarkKind, MarkKind]) {
  const found = await rowsOf<{ id: number }>(
    sql`select s.id::int as id from students s where s.batch_id = ${batchId} order by sort_name`,
  );
  expect(found.map(({ id }) => id)).toEqual([kemi, bala]);
  const answer = await registrar.post('/registers', {
    batchId,
    onDate,
    sitting,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason: '',
    marks: [kemi, bala].map((studentId, at) => ({ studentId, mark: mark(kinds[at]!), was: null })),
  });
  expect(answer.json()).toEqual({ saved: 2, problems: [] });
}

const at = (more = `week=${monday}`) => `/registers/${batchId}/month?${more}`;
const open = async (who: Browser, more?: string) =>
  ((await who.page(at(more))).props as unknown as MonthProps).register;

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  batchId = ilorin().batchIds['JSS 2 A'];
  await within(async (tx) => {
    await openSchoolDays(tx, ilorin().id);
    // An ordinary week with a holiday on Wednesday and a half day on Friday.
    await tx.execute(sql`delete from calendar_entries where institution_id = ${ilorin().id}`);
    await tx.execute(sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on) values
      (${ilorin().id}, 'holiday', 'Id el-Maulud', ${addDays(monday, 2)}, ${addDays(monday, 2)}),
      (${ilorin().id}, 'half_day', 'Sports', ${addDays(monday, 4)}, ${addDays(monday, 4)})`);
    await tx.execute(sql`update students set gender = 'female' where surname = 'Adébáyọ̀' and batch_id = ${batchId}`);
    await tx.execute(sql`update students set gender = 'male' where surname = 'Danjuma' and batch_id = ${batchId}`);
  });
  const found = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId} order by sort_name`,
  );
  [kemi, bala] = found.map(({ id }) => id) as [number, number];
  await take(monday, 1, ['present', 'absent']);
  await take(monday, 2, ['present', 'present']);
  await take(addDays(monday, 1), 1, ['late', 'sick']);
  await take(addDays(monday, 1), 2, ['present', 'sick']);
  await take(addDays(monday, 4), 1, ['excursion', 'present']);
});
afterAll(() => world.close());

test('a week as the paper register shows it: strokes, letters, sexes apart, the holiday by its name', async () => {
  const register = await open(registrar);
  expect(register.columns.map(({ sittings, closed }) => [sittings, closed])).toEqual([
    ...[1, 2].map(() => [[1, 2], null]),
    [[], 'Id el-Maulud'],
    [[1, 2], null],
    [[1], null],
  ]);
  expect(register.groups).toMatchObject([
    {
      sex: 'male',
      rows: [{ id: bala, cells: ['A\\', 'S', '', '', '/'], called: 5, present: 2, absent: 3, late: 0 }],
      attended: [[0, 1], [0, 0], [], [null, null], [1]],
    },
    {
      sex: 'female',
      rows: [{ id: kemi, cells: ['X', 'L\\', '', '', 'T'], called: 5, present: 5, absent: 0, late: 1 }],
      attended: [[1, 1], [1, 1], [], [null, null], [1]],
    },
  ]);
  // Four school days: three whole ones and a half.
  expect(register).toMatchObject({ timesOpened: 7, registersTaken: 5 });
  expect(register.figures).toEqual([
    { sex: 'male', students: 1, attendances: 2, absences: 3, late: 0, average: '0.4', percent: '40.0' },
    { sex: 'female', students: 1, attendances: 5, absences: 0, late: 1, average: '1.0', percent: '100.0' },
    { sex: 'all', students: 2, attendances: 7, absences: 3, late: 1, average: '1.4', percent: '70.0' },
  ]);
});

test('a month has its weekdays alone; without registers its cells are empty', async () => {
  const { columns, groups } = await open(registrar, `month=${addDays(now, -200).slice(0, 7)}`);
  expect(columns.length).toBeGreaterThanOrEqual(20);
  expect(columns.length).toBeLessThanOrEqual(23);
  expect(columns.every(({ closed }) => closed === 'Outside term')).toBe(true);
  expect(groups).toEqual([]);
  const current = await open(registrar, '');
  expect(current.period).toMatchObject({ kind: 'month', from: `${now.slice(0, 7)}-01` });
  expect(current.groups.flatMap(({ rows }) => rows).length).toBe(2);
});

test('as PDF and as a table, each in the audit log', async () => {
  const pdf = await registrar.get(`/registers/${batchId}/month.pdf?week=${monday}`);
  expect(pdf.statusCode).toBe(200);
  const text = (await pdfText(pdf.rawPayload)).join(' ');
  for (const words of [
    'Weekly register, JSS 2 A',
    'Times school opened: 7',
    'Id el-Maulud',
    'Male (1)',
    'Female (1)',
    'Danjuma',
    '70.0%',
  ])
    expect(text).toContain(words);
  const csv = await registrar.get(`/registers/${batchId}/month.csv?week=${monday}`);
  expect(csv.statusCode).toBe(200);
  const lines = csv.body.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('(Id el-Maulud)');
  expect(lines[1]).toContain('A\\,S,,,/,2,3,0,5,40');
  const actions = await rowsOf<{ action: string }>(
    sql`select action from audit_entries where action in ('attendance.printMonth', 'attendance.exportMonth') order by 1`,
  );
  expect(actions.map(({ action }) => action)).toEqual(['attendance.exportMonth', 'attendance.printMonth']);
});

test('teachers see the months of their own classes, others none; a bad month is refused', async () => {
  const teacher = await world.as('teacher');
  expect((await open(teacher)).batch).toBe('JSS 2 A');
  const [other] = await rowsOf<{ id: number }>(sql`select id::int as id from batches where name = 'JSS 1 A'`);
  for (const format of ['', '.pdf', '.csv'])
    expect((await teacher.get(`/registers/${other!.id}/month${format}`)).statusCode).toBe(404);
  for (const role of ['guardian', 'student', 'bursar'] as const)
    expect((await (await world.as(role)).get(at())).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(at())).statusCode).toBe(404);
  for (const wrong of ['month=2026-13', 'month=0000-01', 'week=1999-12-31', 'week=tomorrow'])
    expect([wrong, (await registrar.get(at(wrong))).statusCode]).toEqual([wrong, 400]);
});
