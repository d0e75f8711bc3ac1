import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { verifyResults } from '../verification/verify-results.ts';
import type { Comparison } from './correction-page.queries.ts';

/*
 * JSS 1 A by grade points (A70=5, B60=4, F=0), English 2 units and Mathematics 3; every attempt counts.
 *
 *         first term                      second term                    CGPA
 * Ada     71, 64.5: (10 + 12)/5 = 4.40    71, 72: 25/5 = 5.00            47/10 = 4.70  First Class
 * Tunde   64.5, 60: 20/5 = 4.00           60, 60: 4.00                   4.00  Second Class Upper
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let first: number;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const course = (code: 'ENG' | 'MTH') => (ilorin().courseIds as Record<string, number>)[code]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

const marks: Record<string, [eng: number, mth: number][]> = {
  'Ada Obi': [
    [7100, 6450],
    [7100, 7200],
  ],
  'Tunde Bakare': [
    [6450, 6000],
    [6000, 6000],
  ],
};

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const institutionId = ilorin().id;
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  await within(async (tx) => {
    await setUpAssessment(tx, institutionId, {
      scale: 'university-5',
      name: 'Points',
      system: 'gpa',
      step: '50',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(sql`update courses set credit_units = case code when 'ENG' then 2 else 3 end
      where institution_id = ${institutionId}`);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${institutionId}, ${batchId}, c from unnest(array[${course('ENG')}, ${course('MTH')}]::bigint[]) c
      on conflict do nothing`);
    // Records that are merged belong to nobody’s account here, so that one person may merge them.
    await tx.execute(sql`delete from memberships where institution_id = ${institutionId} and student_id is not null`);
  });
  const terms = await rowsOf<{ id: number }>(
    sql`select t.id::int as id from terms t join terms n on (n.institution_id, n.session_id) = (t.institution_id, t.session_id)
      and n.is_current where t.institution_id = ${institutionId} and t.position <= 2 order by t.position`,
  );
  for (const [at, { id: termId }] of terms.entries()) {
    await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
    const rows = Object.entries(marks).flatMap(([name, ofTerms]) =>
      ofTerms[at]!.map((mark, n) => ({ s: student(name), c: course(n === 0 ? 'ENG' : 'MTH'), mark })),
    );
    await within((tx) =>
      tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
        select ${institutionId}, x.s, ${termId}, x.c, jsonb_build_object('examination', x.mark)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (s bigint, c bigint, mark int)`),
    );
    const [sheet] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets where term_id = ${termId}`);
    if (at === 0) first = sheet!.id;
    await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] });
    await principal.post('/mark-sheets/approve', { ids: [sheet!.id], reason: 'Chidi left.' });
    expect((await principal.post('/mark-sheets/publish', { ids: [sheet!.id] })).body).toBe('');
  }
});
afterAll(() => world.close());

const correct = async (studentId: number, code: 'ENG' | 'MTH', was: number, entry: number): Promise<Comparison> => {
  const cells = [{ studentId, courseId: course(code), component: 'examination', was, entry }];
  const compared = await registrar.post(`/mark-sheets/${first}/correction/compare`, { cells });
  const asked = await registrar.post(`/mark-sheets/${first}/corrections`, {
    cells,
    reason: 'Wrong script',
    seen: compared.json().seen,
  });
  expect([asked.statusCode, asked.body]).toEqual([303, '']);
  const here = new URL(String(asked.headers.location), 'http://akada').pathname;
  const { seen } = (await principal.page(here)).props as { seen: string };
  expect((await principal.post(`${here}/approve`, { seen })).statusCode).toBe(200);
  return compared.json() as Comparison;
};
const summaryOf = async (name: string) => {
  const { props } = await principal.page(`/students/${student(name)}`);
  return props.summary && { cgpa: props.summary.cgpa as string, designation: props.summary.designation as string };
};
const problems = async () =>
  (await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret))).flatMap(
    (report) => report.problems,
  );
const merge = async (kept: string, other: string) => {
  const answer = await registrar.post(`/students/${student(kept)}/merge`, { otherId: student(other), take: {} });
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  const { flash } = await registrar.page(String(answer.headers.location));
  return (flash as { undo: { action: string } }).undo.action;
};

test('in a college the GPA, all later CGPAs, what is to be repeated and the class of degree follow a correction', async () => {
  expect(await summaryOf('Ada Obi')).toEqual({ cgpa: '4.70', designation: 'First Class' });
  const { affected } = await correct(student('Ada Obi'), 'MTH', 6450, 3900);
  // GPA 10/5; then 35/10. Mathematics was passed in the second term, so nothing is to be repeated after it.
  const own = affected.filter(({ name }) => name === 'Obi, Ada');
  expect(
    own.map(({ term, own: changes }) => [term, ...changes.map(({ what, was, is }) => `${what} ${was} → ${is}`)]),
  ).toEqual([
    [
      'First Term',
      'Mathematics, Examination 64.5 → 39',
      'Mathematics, total 64.5 → 39',
      'Mathematics, grade B → F',
      'Mathematics, position 1st → 2nd',
      'GPA 4.40 → 2.00',
      'CGPA 4.40 → 2.00',
      'To be repeated — → MTH',
      'Passed 2 → 1',
      'Position 1st → 2nd',
    ],
    ['Second Term', 'CGPA before 4.40 → 2.00', 'CGPA 4.70 → 3.50'],
  ]);
  expect(await summaryOf('Ada Obi')).toEqual({ cgpa: '3.50', designation: 'Second Class Upper' });
  expect(await summaryOf('Tunde Bakare')).toEqual({ cgpa: '4.00', designation: 'Second Class Upper' });
  expect(await problems()).toEqual([]);
});

test('summaries follow a merge and its undo, each record with its own again', async () => {
  await within((tx) =>
    tx.execute(sql`with term as (insert into past_terms (institution_id, student_id, session, year, term, position, system)
        values (${ilorin().id}, ${student('Aisha Bello')}, '2024/2025', 2024, 'First Semester', 1, 'gpa') returning id)
      insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
      select ${ilorin().id}, id, 'GNS 101', 'Use of English', 10, 7200, 'A', 500, true from term`),
  );
  const undo = await merge('Aisha Bello', 'Tunde Bakare');
  // (40 + 50) / 20.
  expect(await summaryOf('Aisha Bello')).toEqual({ cgpa: '4.50', designation: 'First Class' });
  expect(await problems()).toEqual([]);
  expect((await registrar.post(undo)).statusCode).toBe(200);
  expect(await summaryOf('Tunde Bakare')).toEqual({ cgpa: '4.00', designation: 'Second Class Upper' });
  expect(await rowsOf(sql`select student_id::int as id, cgpa::text from result_summaries order by student_id`)).toEqual(
    expect.arrayContaining([{ id: student('Tunde Bakare'), cgpa: '4.00' }]),
  );
});

test('a merged student’s result is corrected in the chain, and the merge is no longer undone over it', async () => {
  const undo = await merge('Efe Omoregie', 'Ada Obi');
  // The class average of English on the card of Ada, who is Efe now, changes with it.
  await correct(student('Tunde Bakare'), 'ENG', 6450, 6600);
  const refused = await registrar.post(undo);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'These records can’t be unmerged: the result of First Term was corrected since the merge.',
  ]);
  await correct(student('Efe Omoregie'), 'MTH', 3900, 6450);
  expect(await summaryOf('Efe Omoregie')).toEqual({ cgpa: '4.70', designation: 'First Class' });
  const current = await rowsOf<{ count: number }>(sql`select count(*)::int as count from published_results
    where replaced_at is null and student_id in (${student('Efe Omoregie')}, ${student('Ada Obi')})`);
  expect(current[0]!.count).toBe(2);
  expect(await problems()).toEqual([]);
  // Merged once more: the results of the first record are still their own.
  await merge('Terhemba Iorfa', 'Efe Omoregie');
  expect(await problems()).toEqual([]);
});

test('two students with results of the same term stay two, also if one correction names both', async () => {
  const cells = (['Terhemba Iorfa', 'Tunde Bakare'] as const).map((name) => ({
    studentId: student(name),
    courseId: course('ENG'),
    component: 'examination',
    was: name === 'Tunde Bakare' ? 6600 : 7100,
    entry: 5000,
  }));
  const { seen } = (await registrar.post(`/mark-sheets/${first}/correction/compare`, { cells })).json();
  await registrar.post(`/mark-sheets/${first}/corrections`, { cells, reason: 'Copied', seen });
  const answer = await registrar.post(`/students/${student('Terhemba Iorfa')}/merge`, {
    otherId: student('Tunde Bakare'),
    take: {},
  });
  expect([answer.statusCode, answer.json().errors?.form]).toEqual([
    422,
    expect.stringMatching(/^Both records have a published result of/),
  ]);
});
