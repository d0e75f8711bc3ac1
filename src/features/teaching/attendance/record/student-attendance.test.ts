import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { chanceFrom } from '#features/records/geography/chance.demo.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import type { MonthProps } from '../attendance.pages.ts';
import { markKindNames, type MarkKind } from '../mark-kinds.ts';
import type { Mark } from '../marks/mark.ts';
import { recountTotals } from '../totals.ts';
import type { StudentAttendance } from './attendance.tab.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let batchId: number;
/** Of JSS 2 A, by name. */
let students: number[];
const now = todayHere();

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const mark = (kind: MarkKind): Mark => ({
  kind,
  codeId: null,
  minutes: kind === 'late' ? 10 : null,
  leftAt: null,
  remark: null,
});
const tabOf = async (who: Browser, studentId: number) => {
  const { props } = await who.page(`/students/${studentId}/attendance`);
  return (props as unknown as { added: { props: StudentAttendance } }).added.props;
};

/** What the registers say of each student, to be changed with what was there before. */
const marked = new Map<string, Map<number, Mark>>();
async function save(onDate: string, sitting: number, marks: [studentId: number, mark: Mark][], reason: string) {
  const key = `${onDate} ${sitting}`;
  const before = marked.get(key) ?? new Map<number, Mark>();
  const answer = await registrar.post('/registers', {
    batchId,
    onDate,
    sitting,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason,
    marks: marks.map(([studentId, one]) => ({ studentId, mark: one, was: before.get(studentId) ?? null })),
  });
  expect(answer.json()).toMatchObject({ problems: [] });
  marked.set(key, new Map([...before, ...marks]));
}

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  batchId = ilorin().batchIds['JSS 2 A'];
  await within((tx) => openSchoolDays(tx, ilorin().id));
  const found = await rowsOf<{ id: number }>(
    sql`select id::int as id from students where batch_id = ${batchId} order by sort_name`,
  );
  students = found.map(({ id }) => id);
});
afterAll(() => world.close());

const totals = () =>
  rowsOf<
    Record<string, number>
  >(sql`select term_id::int as term, student_id::int as student, called, attended, late, absent, sick, excused, suspended
    from attendance_totals order by term_id, student_id`);

test('whatever is marked and corrected, totals, tab and month are what the registers say', async () => {
  const seed = Date.now() % 100_000;
  const chance = chanceFrom(seed);
  for (let round = 0; round < 30; round += 1) {
    const [onDate, sitting] = [addDays(now, -chance.below(8)), chance.between(1, 2)];
    const some = students.filter(() => chance.often(80));
    if (some.length > 0)
      await save(
        onDate,
        sitting,
        some.map((id) => [id, mark(chance.of(markKindNames))]),
        'The paper register says so',
      );
  }
  const kept = await totals();
  await within((tx) => recountTotals(tx, ilorin().id, students));
  expect([seed, kept]).toEqual([seed, await totals()]);
  const months = [...new Set([...marked.keys()].map((key) => key.slice(0, 7)))];
  for (const id of students) {
    const own = [...marked.values()].flatMap((register) => register.get(id) ?? []);
    const isAway = ({ kind }: Mark) => ['absent', 'sick', 'excused', 'suspended'].includes(kind);
    const counts = { called: own.length, attended: own.filter((one) => !isAway(one)).length };
    const { terms, days } = await tabOf(registrar, id);
    expect([seed, terms]).toMatchObject([
      seed,
      [{ ...counts, late: own.filter(({ kind }) => kind === 'late').length }],
    ]);
    expect([seed, days.reduce((sum, { called }) => sum + called, 0)]).toEqual([seed, own.length]);
    expect(days.flatMap(({ marks }) => marks)).toHaveLength(own.filter(({ kind }) => kind !== 'present').length);
    let present = 0;
    for (const month of months) {
      const { register } = (await registrar.page(`/registers/${batchId}/month?month=${month}`))
        .props as unknown as MonthProps;
      present += register.groups.flatMap(({ rows }) => rows).find((row) => row.id === id)!.present;
    }
    expect([seed, present]).toEqual([seed, counts.attended]);
  }
});

test('teachers see it of their own classes with who corrected, a family its own children without', async () => {
  const [teacher, guardian, student, bursar] = await Promise.all(
    (['teacher', 'guardian', 'student', 'bursar'] as const).map((role) => world.as(role)),
  );
  const [first] = students;
  await save(addDays(now, -9), 1, [[first!, mark('absent')]], '');
  await save(addDays(now, -9), 1, [[first!, mark('sick')]], 'A slip from the clinic');
  const seen = await tabOf(teacher!, first!);
  expect(seen.terms).toHaveLength(1);
  expect(seen.corrections.rows[0]).toMatchObject({ before: 'absent', after: 'sick', by: 'The registrar' });
  expect((await bursar!.get(`/students/${first}/attendance`)).statusCode).toBe(403);
  const ada = ilorin().studentIds['Ada Obi'];
  expect((await teacher!.get(`/students/${ada}/attendance`)).statusCode).toBe(404);
  const family = await rowsOf<{ id: number; who: string }>(sql`
    select m.student_id::int as id, 'student' as who from memberships m join accounts a on a.id = m.account_id
      where a.username = 'student' and m.institution_id = ${ilorin().id} and m.student_id is not null
    union all select g.student_id::int, 'guardian' from memberships m join accounts a on a.id = m.account_id
      join student_guardians g on (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id)
      where a.username = 'guardian' and m.institution_id = ${ilorin().id}`);
  expect(new Set(family.map(({ who }) => who)).size).toBe(2);
  for (const { id, who } of family) {
    const browser = who === 'student' ? student! : guardian!;
    await within(async (tx) => {
      const [place] = (
        await tx.execute(sql`select batch_id, session_id, (select id from terms t where t.session_id = e.session_id and t.is_current) as term
        from enrolments e where student_id = ${id} and to_date is null`)
      ).rows as { batch_id: number; term: number }[];
      const [made] = (
        await tx.execute(sql`insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
        values (${ilorin().id}, ${place!.batch_id}, ${place!.term}, ${addDays(now, -20)}, 1, array[${id}]::bigint[])
        on conflict on constraint attendance_registers_once do update set roll = attendance_registers.roll || ${id}::bigint returning id`)
      ).rows as { id: number }[];
      await tx.execute(sql`insert into attendance_corrections (institution_id, register_id, student_id, after, reason, account_id)
        select ${ilorin().id}, ${made!.id}, ${id}, '{"kind": "late"}', 'Asked at the gate', min(id) from accounts`);
      await recountTotals(tx, ilorin().id, [id]);
    });
    const own = await tabOf(browser, id);
    expect(own.terms.length).toBe(1);
    expect(own.corrections.rows[0]).toMatchObject({ reason: 'Asked at the gate', by: null });
    expect((await browser.get(`/students/${ada}/attendance`)).statusCode).toBe(
      family.some((one) => one.id === ada && one.who === who) ? 200 : 404,
    );
  }
});
