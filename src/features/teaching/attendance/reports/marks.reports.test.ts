import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { fillForReports } from '#test/harness/filled-reports.ts';
import { reportReader, type ReportReader } from '#test/harness/report-reader.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let reader: ReportReader;
beforeAll(async () => {
  world = await startSchool();
  reader = reportReader(world);
  await reader.inSchools((tx) => fillForReports(tx, world.school));
});
afterAll(() => world.close());

const of = async (username: string, subject: string, fields: string[], more: object = {}) =>
  reader.run(await reader.actorNamed(username), { subject, fields, ...more });

test('what registers say is reported by day, with remarks; the reason of a family to users who decide on reasons', async () => {
  const fields = ['day', 'surname', 'mark', 'minutes', 'left_at', 'remark', 'batch', 'term', 'reason'];
  const seen = await of('registrar', 'attendance_mark', fields);
  const [first] = seen.rows;
  expect(first!.cells[0]).toBe('2026-11-20');
  expect(seen.rows.flatMap(({ cells }) => cells)).toContain('Said so');
  const explained = await of('registrar', 'attendance_mark', fields, {
    filters: { groups: [{ joined: 'and', rules: [{ field: 'reason', operator: 'contains', values: ['alaria'] }] }] },
  });
  expect(explained.rows.map(({ cells }) => [cells[0], cells[8]])).toEqual([['2026-11-19', 'Malaria']]);
  // Only “present” without anything more is no row.
  const { rows } = await reader.inSchools((tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from attendance_marks
      where institution_id = ${world.school.ilorin.id} and (kind <> 'present' or left_at is not null or remark is not null)`),
  );
  expect(seen.totals.rows).toBe(rows[0]!.n);
});

test('a teacher gets the marks of students taught alone, and no reasons; families and the bursar get none', async () => {
  const seen = await of('teacher', 'attendance_mark', ['day', 'batch', 'mark', 'remark', 'reason']);
  expect(seen.hidden).toEqual(['Reason']);
  const all = await of('registrar', 'attendance_mark', ['batch']);
  expect(seen.totals.rows).toBeGreaterThan(0);
  expect(seen.totals.rows).toBeLessThan(all.totals.rows);
  for (const username of ['bursar', 'guardian', 'student'])
    await expect(of(username, 'attendance_mark', ['day'])).rejects.toThrow();
});

test('terms of students are reported with their percentage, also those that have passed', async () => {
  const seen = await of('registrar', 'attendance_term', ['term', 'surname', 'called', 'attended', 'percent', 'batch']);
  expect(seen.rows[0]!.cells[0]).toBe('2026/2027 First Term');
  for (const { cells } of seen.rows)
    expect(Number(cells[4])).toBe(Math.trunc((1000 * Number(cells[3])) / Number(cells[2])) / 10);
});
