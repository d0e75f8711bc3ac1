import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import type { DashletView } from '#kernel/contracts/dashlet.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { startSchool } from '#test/harness/app.ts';
import { openSchoolDays, todayHere } from '#test/harness/school-days.ts';
import { recountTotals } from '../totals.ts';
import { attendanceDashlets } from './attendance.dashlets.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
const now = todayHere();
const ilorin = () => world.school.ilorin;

beforeAll(async () => {
  world = await startSchool();
  await world.database.asSystem([ilorin().id], async (tx) => {
    await openSchoolDays(tx, ilorin().id);
    // JSS 1 B and JSS 2 A, today and yesterday: the first student of each is away both times.
    await tx.execute(sql`with made as (
        insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll, absent_count)
        select ${ilorin().id}, b.id, t.id, d::date, 1, (select array_agg(s.id order by s.id) from students s where s.batch_id = b.id), 1
        from batches b join terms t on t.session_id = b.session_id and t.is_current
        cross join generate_series(${addDays(now, -1)}::timestamp, ${now}::timestamp, interval '1 day') d
        where b.id = any (${sql.param(Object.values(ilorin().batchIds))}::bigint[]) and b.name in ('JSS 1 B', 'JSS 2 A')
        returning institution_id, id, on_date, roll)
      insert into attendance_marks (institution_id, register_id, student_id, on_date, kind)
      select institution_id, id, roll[1], on_date, 'absent' from made`);
    const all = (await tx.execute(sql`select id::int as id from students`)).rows as { id: number }[];
    await recountTotals(
      tx,
      ilorin().id,
      all.map(({ id }) => id),
    );
  });
});
afterAll(() => world.close());

const seenBy = (username: string): Promise<Record<string, DashletView | null>> =>
  world.database.asSystem([ilorin().id], async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`select id from accounts where username = ${username}`);
    const actor = await loadRequester(tx, Number(rows[0]!.id), ilorin().id);
    const shown = await Promise.all(
      attendanceDashlets.map(async ({ key, load }) => [key, await load(tx, actor, ilorin().id, {})] as const),
    );
    return Object.fromEntries(shown);
  });
const points = (view: DashletView | null | undefined) => (view && 'points' in view ? view.points : []);

test('the office sees today by class, what is missing, and everyone below the limit', async () => {
  const seen = await seenBy('registrar');
  expect(points(seen['attendance.today']).map(({ label }) => label)).toEqual(['JSS 1', 'JSS 2']);
  expect(seen['attendance.missing']).toMatchObject({ as: 'figure', value: 4, hint: 'of 6 today' });
  expect(points(seen['attendance.low'])).toHaveLength(2);
  expect(points(seen['attendance.low'])[0]).toMatchObject({ value: 0, shown: '0.0%' });
});

test('a teacher sees those taught alone, others nothing', async () => {
  const [teacher, bursar] = await Promise.all([seenBy('teacher'), seenBy('bursar')]);
  expect(points(teacher['attendance.today'])).toEqual([]);
  expect(points(teacher['attendance.low']).length).toBeGreaterThan(0);
  expect(Object.values(bursar!).filter(Boolean)).toEqual([]);
});

test('where registers are taken by lesson, the latest one that called a student decides, and each counts once', async () => {
  const before = points((await seenBy('registrar'))['attendance.today']).map(({ label, shown }) => [label, shown]);
  await world.database.asSystem([ilorin().id], async (tx) => {
    await tx.execute(sql`insert into attendance_rules (institution_id, taken) values (${ilorin().id}, 'lessons')`);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select b.institution_id, b.id, c.id from batches b, courses c where b.institution_id = ${ilorin().id}
        and b.session_id = ${ilorin().sessionIds.current} and c.institution_id = ${ilorin().id} on conflict do nothing`);
  });
  const take = (batch: string, period: number, kinds: (string | null)[], day = now) =>
    world.database.asSystem([ilorin().id], (tx) =>
      tx.execute(sql`with made as (
          insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, offering_id, roll)
          select ${ilorin().id}, ${ilorin().batchIds[batch as 'JSS 1 B']}, t.id, ${day}::date, ${10 + period},
            (select min(id) from course_offerings where batch_id = ${ilorin().batchIds[batch as 'JSS 1 B']}),
            (select (array_agg(s.id order by s.id))[1:${kinds.length}] from students s where s.batch_id = ${ilorin().batchIds[batch as 'JSS 1 B']})
          from terms t join academic_sessions y on y.id = t.session_id and y.is_current
          where t.institution_id = ${ilorin().id} and t.is_current returning id, roll, on_date)
        insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, minutes)
        select ${ilorin().id}, m.id, m.roll[k.at], m.on_date, k.kind, case k.kind when 'late' then 5 end from made m,
          unnest(${sql.param(kinds)}::text[]) with ordinality k (kind, at) where k.kind is not null`),
    );
  const shown = async () =>
    points((await seenBy('registrar'))['attendance.today']).map((one) => [one.label, one.shown]);
  // Those of the day before and of days are not counted.
  await take('JSS 1 B', 1, ['absent', 'absent'], addDays(now, -1));
  expect(before).toHaveLength(2);
  expect(await shown()).toEqual([]);
  // Both absent first; one comes late.
  await take('JSS 1 B', 1, ['absent', 'absent']);
  expect(await shown()).toEqual([['JSS 1', '0 of 2']]);
  await take('JSS 1 B', 4, ['late', 'sick']);
  expect(await shown()).toEqual([['JSS 1', '1 of 2']]);
  // A register of an earlier period that is taken afterwards changes nothing; in a lesson of one, the other keeps theirs.
  await take('JSS 1 B', 2, [null, null]);
  await take('JSS 1 B', 5, ['absent']);
  expect(await shown()).toEqual([['JSS 1', '0 of 2']]);
  await take('JSS 2 A', 1, ['excursion', null]);
  expect(await shown()).toEqual([
    ['JSS 1', '0 of 2'],
    ['JSS 2', '2 of 2'],
  ]);
});
