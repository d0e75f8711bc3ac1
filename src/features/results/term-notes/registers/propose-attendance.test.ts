import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { recountTotals } from '#features/teaching/attendance/totals.ts';
import type { ProposedAttendance } from '../notes/notes.routes.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let teacher: Browser;
let here: string;
let students: number[];
const now = todayHere();
const ilorin = () => world.school.ilorin;
const batchId = () => ilorin().batchIds['JSS 2 A'];
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

beforeAll(async () => {
  world = await startSchool();
  teacher = await world.as('teacher');
  await within(async (tx) => {
    await openSchoolDays(tx, ilorin().id);
    // Three days of school: the first a half day, the last today.
    await tx.execute(sql`delete from calendar_entries where institution_id = ${ilorin().id}`);
    await tx.execute(sql`insert into calendar_rules (institution_id, school_weekdays) values (${ilorin().id}, '{}')`);
    await tx.execute(sql`insert into calendar_entries (institution_id, kind, title, starts_on, ends_on) values
      (${ilorin().id}, 'school_day', 'School', ${addDays(now, -2)}, ${now}),
      (${ilorin().id}, 'half_day', 'Sports', ${addDays(now, -2)}, ${addDays(now, -2)})`);
    await addSampleScheme(tx, ilorin().id, []);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${ilorin().id}, ${batchId()}, ${ilorin().courseIds.ENG!}) on conflict do nothing`);
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  );
  await (await world.as('registrar')).post('/mark-sheets', { termId: term!.id, batchIds: [batchId()], dueOn: '' });
  const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  here = `/mark-sheets/${sheet!.id}`;
  const found = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId()} order by sort_name`,
  );
  students = found.map(({ id }) => id);
});
afterAll(() => world.close());

const proposed = async () => (await teacher.get(`${here}/register-totals`)).json() as ProposedAttendance;
async function take(onDate: string, sitting: number, absent: number[] = []) {
  await within(async (tx) => {
    await tx.execute(sql`with made as (
        insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll, absent_count)
        select institution_id, ${batchId()}, id, ${onDate}, ${sitting}, ${sql.param(students)}::bigint[], ${absent.length}
        from terms where institution_id = ${ilorin().id} and is_current returning institution_id, id, on_date)
      insert into attendance_marks (institution_id, register_id, student_id, on_date, kind)
      select m.institution_id, m.id, u, m.on_date, 'absent' from made m, unnest(${sql.param(absent)}::bigint[]) u`);
    await recountTotals(tx, ilorin().id, students);
  });
}

test('missing registers are named, and nothing is proposed', async () => {
  expect(await proposed()).toMatchObject({ refused: 'No register of this term has been taken yet.', changes: [] });
  await take(addDays(now, -2), 1);
  const { refused } = await proposed();
  expect(refused).toMatch(/^2 of 3 registers are missing: .*, morning; .*, afternoon\. Take them first/);
});

test('once all are taken, empty figures and differences are shown; nothing is written', async () => {
  await take(addDays(now, -1), 1, [students[0]!]);
  await take(addDays(now, -1), 2, [students[0]!]);
  await teacher.post(`${here}/notes`, { cells: [{ studentId: students[1]!, field: 'present', note: '2', was: '' }] });
  const found = await proposed();
  expect(found).toMatchObject({ refused: null, timesOpened: 3, without: [] });
  expect(found.changes).toMatchObject([
    { studentId: null, entered: '', counted: '3' },
    { studentId: students[0], entered: '', counted: '1' },
    { studentId: students[1], entered: '2', counted: '3' },
  ]);
  expect(await rowsOf(sql`select notes from term_notes`)).toEqual([{ notes: { present: '2' } }]);
  // Today counts once its register is taken.
  await take(now, 1);
  expect(await proposed()).toMatchObject({ timesOpened: 4 });
});

test('for the class teacher and those who enter marks alone', async () => {
  for (const [role, status] of [
    ['principal', 403],
    ['guardian', 403],
    ['registrar.offa', 404],
  ] as const)
    expect([role, (await (await world.as(role)).get(`${here}/register-totals`)).statusCode]).toEqual([role, status]);
});
