import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#kernel/database.ts';
import { plainDemonstration } from '#test/harness/demonstration.ts';

let database: ReturnType<typeof connect>;
const ask = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  database.asSystem([1, 2], async (tx) => (await tx.execute<Row>(query)).rows);

beforeAll(async () => {
  database = connect({ url: (await plainDemonstration()).appUrl, max: 1 });
});
afterAll(() => database?.close());

test('a term of registers in both institutions: a few are missing, and most students are there', async () => {
  const found = await ask(sql`
    select r.institution_id as id, array_agg(distinct r.sitting order by r.sitting) as sittings,
      count(*) > 300 as many, count(*) filter (where r.on_date = (now() at time zone 'Africa/Lagos')::date) < 26 as partly,
      bool_or(r.absent_count > 0) as absent, bool_or(r.late_count > 0) as late
    from attendance_registers r group by r.institution_id order by 1`);
  expect(found).toEqual([
    { id: 1, sittings: [1, 2], many: true, partly: true, absent: true, late: true },
    { id: 2, sittings: [0], many: true, partly: true, absent: true, late: true },
  ]);
  const shares = await ask<{ share: number; below: number; kinds: string[] }>(sql`
    select round(100.0 * sum(attended) / sum(called), 1)::float8 as share,
      count(*) filter (where attended * 4 < called * 3)::int as below,
      (select array_agg(distinct kind order by kind) from attendance_marks m where m.institution_id = t.institution_id) as kinds
    from attendance_totals t group by t.institution_id order by t.institution_id`);
  for (const { share, below } of shares) {
    expect(share).toBeGreaterThan(92);
    expect(share).toBeLessThan(98.5);
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(30);
  }
  expect(shares[0]!.kinds).toEqual(['absent', 'excursion', 'excused', 'late', 'present', 'sick', 'suspended']);
});

test('totals and the counts of registers are what the marks say', async () => {
  const wrong = await ask(sql`
    select r.id from attendance_registers r left join attendance_marks m on (m.institution_id, m.register_id) = (r.institution_id, r.id)
    group by r.institution_id, r.id, r.absent_count, r.late_count
    having r.late_count <> count(*) filter (where m.kind = 'late')
      or r.absent_count <> count(*) filter (where m.kind in ('absent', 'sick', 'excused', 'suspended'))`);
  expect(wrong).toEqual([]);
  const totals = await ask(sql`
    select (select count(*) from attendance_registers r, unnest(r.roll)) = sum(called) as called,
      (select count(*) from attendance_marks where kind = 'late') = sum(late) as late,
      (select count(*) from attendance_marks where kind = 'absent') = sum(absent) as absent from attendance_totals`);
  expect(totals).toEqual([{ called: true, late: true, absent: true }]);
});

test('nobody is called in two classes, nor outside an enrolment', async () => {
  const twice = await ask(sql`
    select u.id, r.on_date from attendance_registers r, unnest(r.roll) u (id) group by u.id, r.on_date, r.sitting having count(*) > 1`);
  expect(twice).toEqual([]);
  const outside = await ask(sql`
    select r.id from attendance_registers r, unnest(r.roll) u (id) where not exists (select from enrolments e
      where (e.institution_id, e.student_id, e.batch_id) = (r.institution_id, u.id, r.batch_id) and e.from_date <= r.on_date
        and (e.to_date is null or e.to_date >= r.on_date))`);
  expect(outside).toEqual([]);
});
