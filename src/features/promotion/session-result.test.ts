import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addSampleScheme } from '#features/assessment/assessment.sample.ts';
import type { PromotionClassProps } from './promotion.pages.ts';

/*
 * JSS 1 A, averages of 100 with a pass mark of 40, over three terms (English / Mathematics). By the mean of the terms:
 *
 *         First   Second  Third    English  Mathematics  this term       session
 * Ada     30/80   30/80   55/80    38.33    80.00        67.50, 1st      59.17, 1st
 * Tunde   60/60   60/60   30/62    50.00    60.67        46.00, 3rd      55.33, 2nd
 * Chidi   40/40   40/40   60/50    46.67    43.33        55.00, 2nd      45.00, 3rd
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let batchId: number;
let place: { session: number; class: number };
let sheets: number[];
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const course = (code: 'ENG' | 'MTH') => (ilorin().courseIds as Record<string, number>)[code]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const done = (answer: { statusCode: number; body: string }) =>
  expect([answer.statusCode, answer.body]).toEqual([303, '']);

const marks: Record<string, [english: number, mathematics: number][]> = {
  'Ada Obi': [
    [3000, 8000],
    [3000, 8000],
    [5500, 8000],
  ],
  'Tunde Bakare': [
    [6000, 6000],
    [6000, 6000],
    [3000, 6200],
  ],
  'Chidi Eze': [
    [4000, 4000],
    [4000, 4000],
    [6000, 5000],
  ],
};

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = [await world.as('registrar'), await world.as('principal')];
  const institutionId = ilorin().id;
  batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  await within(async (tx) => {
    await addSampleScheme(tx, institutionId);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${institutionId}, ${batchId}, ${course('ENG')}), (${institutionId}, ${batchId}, ${course('MTH')}) on conflict do nothing`);
    await tx.execute(sql`insert into terms (institution_id, session_id, name, position, starts_on, ends_on)
      select t.institution_id, t.session_id, 'Third Term', 3, t.ends_on + 14, least(t.ends_on + 80, y.ends_on) from terms t
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id) and y.is_current
      where t.institution_id = ${institutionId} and t.position = 2`);
  });
  const found = await rowsOf<{ id: number; session: number; class: number }>(
    sql`select t.id::int as id, t.session_id::int as session, b.class_id::int as class from terms t
      join batches b on b.institution_id = t.institution_id and b.id = ${batchId} and b.session_id = t.session_id
      order by t.position`,
  );
  place = found[0]!;
  expect(found).toHaveLength(3);
  sheets = [];
  for (const [at, { id: termId }] of found.entries()) {
    done(await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' }));
    // Half of each mark is the test's, as far as its maximum of 40 goes.
    const rows = Object.entries(marks).flatMap(([name, terms]) =>
      (['ENG', 'MTH'] as const).map((code, which) => {
        const total = terms[at]![which]!;
        const test = Math.min(4000, total / 2);
        return [student(name), course(code), { test, examination: total - test }];
      }),
    );
    await within((tx) =>
      tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
        select ${institutionId}, (m ->> 0)::bigint, ${termId}, (m ->> 1)::bigint, m -> 2
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) m`),
    );
    const [sheet] = await rowsOf<{ id: number }>(
      sql`select id::int as id from mark_sheets where term_id = ${termId} and batch_id = ${batchId}`,
    );
    sheets.push(sheet!.id);
    done(await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] }));
    done(await principal.post('/mark-sheets/approve', { ids: [sheet!.id] }));
    done(await principal.post('/mark-sheets/publish', { ids: [sheet!.id] }));
  }
  const rule = {
    ...{ institutionId, classId: '', version: 0, averageAtLeast: '', compulsory: [course('ENG'), course('MTH')] },
    ...{ passAt: '', passesAtLeast: '', attendanceAtLeast: '' },
    ...{ trialAverageAtLeast: '', trialPassAt: '', trialPassesAtLeast: '', trialAttendanceAtLeast: '' },
  };
  done(await registrar.post('/promotion/rules', rule));
});
afterAll(() => world.close());

const proposals = async () => {
  const { props } = await registrar.page(`/promotion/class?session=${place.session}&class=${place.class}`);
  const { students } = props as unknown as PromotionClassProps;
  return Object.fromEntries(students.map(({ firstName, outcome, reasons }) => [firstName, [outcome, ...reasons]]));
};

test('promotion judges the figure that it prints: a subject passes by its cumulative, not by the third term', async () => {
  const found = await proposals();
  // Third term 55, cumulative 38.33.
  expect(found.Ada).toEqual(['repeat', expect.stringMatching(/English Language.*not passed \(38\.33\)/)]);
  // Third term 30, cumulative 50.
  expect(found.Tunde![0]).toBe('promoted');
  expect(found.Tunde!.join(' ')).toMatch(/English Language.*passed \(50\.00\)/);
  expect(found.Chidi![0]).toBe('promoted');
});
