import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rearm } from '#kernel/export/formulas.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { refreshSummaries } from './refresh-summaries.ts';

/*
 * JSS 1 A by grade points (A70=5, B60=4, E40=1), two courses of 3 units:
 * Ada 71 and 64.5: 27/6 = 4.50, First Class. Tunde 64.5 and 40: 15/6 = 2.50, Second Class Lower. Chidi absent: 0.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let principal: Browser;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);

beforeAll(async () => {
  world = await startSchool();
  principal = await world.as('principal');
  const institutionId = ilorin().id;
  const batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  const { ENG, MTH } = ilorin().courseIds as { ENG: number; MTH: number };
  const [termId] = await within(async (tx) => {
    await setUpAssessment(tx, institutionId, {
      scale: 'university-5',
      name: 'Points',
      system: 'gpa',
      step: '50',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${institutionId}, ${batchId}, ${ENG}), (${institutionId}, ${batchId}, ${MTH}) on conflict do nothing`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id::int as id from terms where institution_id = ${institutionId} and is_current`,
    );
    return rows.map(({ id }) => id);
  });
  const registrar = await world.as('registrar');
  await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' });
  const marks: [string, number, number | 'absent'][] = [
    ['Ada Obi', ENG, 7100],
    ['Ada Obi', MTH, 6450],
    ['Tunde Bakare', ENG, 6450],
    ['Tunde Bakare', MTH, 4000],
    ['Chidi Eze', ENG, 'absent'],
    ['Chidi Eze', MTH, 'absent'],
  ];
  const sheetId = await within(async (tx) => {
    await tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${institutionId}, (m ->> 0)::bigint, ${termId}, (m ->> 1)::bigint, jsonb_build_object('examination', m -> 2)
      from jsonb_array_elements(${JSON.stringify(marks.map(([name, ...rest]) => [student(name), ...rest]))}::jsonb) m`);
    const { rows } = await tx.execute<{ id: number }>(sql`select id::int as id from mark_sheets`);
    return rows[0]!.id;
  });
  await registrar.post('/mark-sheets/lock', { ids: [sheetId] });
  await principal.post('/mark-sheets/approve', { ids: [sheetId] });
  expect(await summaryFor(principal, 'Ada Obi')).toBeNull();
  expect((await principal.post('/mark-sheets/publish', { ids: [sheetId] })).statusCode).toBe(303);
});
afterAll(() => world.close());

const summaryFor = async (who: Browser, name: string) => (await who.page(`/students/${student(name)}`)).props.summary;

test('3.16 CGPA, position and class designation stand in the record, the list and the export with real figures', async () => {
  expect(await summaryFor(principal, 'Ada Obi')).toEqual({
    session: '2026/2027',
    term: 'First Term',
    system: 'gpa',
    cgpa: '4.50',
    position: 1,
    positionOf: 3,
    average: '67.75',
    cumulative: expect.anything(),
    designation: 'First Class',
  });
  const ids = [student('Ada Obi'), student('Tunde Bakare'), student('Efe Omoregie')].join();
  const asked = `/students/result-values?ids=${ids}&fields=cgpa,position,designation`;
  const { rows } = (await principal.get(asked)).json<{ rows: { personId: number; fieldId: string; text: string }[] }>();
  expect(rows.map(({ personId, fieldId, text }) => [personId, fieldId, text])).toEqual([
    ...['4.50', '1 of 3', 'First Class'].map((text, at) => [
      student('Ada Obi'),
      ['cgpa', 'position', 'designation'][at],
      text,
    ]),
    ...['2.50', '2 of 3', 'Second Class Lower'].map((text, at) => [
      student('Tunde Bakare'),
      ['cgpa', 'position', 'designation'][at],
      text,
    ]),
  ]);
  expect((await (await world.as('bursar')).get(asked)).statusCode).toBe(403);
  const elsewhere = await (await world.as('registrar.offa')).get(asked);
  expect(elsewhere.json()).toEqual({ rows: [] });
  const columns = ['surname', 'cgpa', 'position', 'classDesignation'].map((key) => `columns=${key}`).join('&');
  const registrar = await world.as('registrar');
  const exported = parse((await registrar.get(`/students/export.csv?q=obi&${columns}`)).body, {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  expect(exported.map((row) => Object.values(row).map(rearm))).toEqual([['Obi', '1', '4.5', 'First Class']]);
});

test('a family sees its own; a hold withholds it with words, from the family alone', async () => {
  const guardian = await world.as('guardian');
  expect(await summaryFor(guardian, 'Tunde Bakare')).toMatchObject({ cgpa: '2.50', designation: 'Second Class Lower' });
  expect(await summaryFor(await world.as('bursar'), 'Tunde Bakare')).toBeNull();
  const bursar = await world.as('bursar');
  await bursary(world.database, ilorin().id).bill(student('Tunde Bakare'), ['2026-01-05', 25_000_00]);
  const added = await bursar.post('/hold-rules', {
    institutionId: ilorin().id,
    name: 'Results',
    withholds: ['report_card'],
    above: '100',
    counts: 'overdue',
    overdueDays: '30',
    needs: 'either',
  });
  const rule = new URL(String(added.headers.location), 'http://akada').pathname;
  expect((await bursar.post(`${rule}/switch-on`, { seen: 1 })).statusCode).toBe(303);
  expect(await summaryFor(guardian, 'Tunde Bakare')).toEqual({ isWithheld: true });
  expect(await summaryFor(principal, 'Tunde Bakare')).toMatchObject({ cgpa: '2.50' });
});

test('the CGPA counts imported terms; without any result the summary goes', async () => {
  const tunde = student('Tunde Bakare');
  await within(async (tx) => {
    await tx.execute(sql`with term as (insert into past_terms (institution_id, student_id, session, year, term, position, system)
        values (${ilorin().id}, ${tunde}, '2024/2025', 2024, 'First Semester', 1, 'gpa') returning id)
      insert into past_results (institution_id, past_term_id, code, title, units, total, grade, points, passed)
      select ${ilorin().id}, id, 'GNS 101', 'Use of English', 4, 7200, 'A', 500, true from term`);
    await refreshSummaries(tx, ilorin().id, [tunde, student('Efe Omoregie')]);
  });
  // (15 + 20) / 10, on the line itself.
  expect(await summaryFor(principal, 'Tunde Bakare')).toMatchObject({
    cgpa: '3.50',
    designation: 'Second Class Upper',
  });
  expect(await summaryFor(principal, 'Efe Omoregie')).toBeNull();
});
