import { readXlsx } from 'hucre/xlsx';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { addSampleCourse, addSampleScheme } from '#test/harness/sample-assessment.ts';
import type { Broadsheet, BroadsheetRow } from './broadsheet/broadsheet.ts';

/*
 * JSS 1 A: Ada Obi, Tunde Bakare and Chidi Eze; JSS 1 B: Ngozi Okafor and Musa Garba. Test of 40, examination of 60.
 *
 *                 English                Mathematics           Fine Art (elective)   sum      average
 * Ada    A        30 + 41 = 71           exempt, 45/60 = 75    20 + 53 = 73          219      73.00
 * Tunde  A        30 + 41 = 71           35 + 40 = 75          not taken             146      73.00
 * Chidi  A        25.5, absent = 25.5    absent, absent = 0    not taken             25.5     12.75
 * Ngozi  B        20 + 33 = 53           20, withheld
 * Musa   B        40 + 60 = 100          10, not entered
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let [sheetA, sheetB, termId] = [0, 0, 0];
const ilorin = () => world.school.ilorin;
const batch = (name: string) => (ilorin().batchIds as Record<string, number>)[name]!;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);

const marks: [student: string, course: string, entries: object][] = [
  ['Ada Obi', 'ENG', { test: 3000, examination: 4100 }],
  ['Ada Obi', 'MTH', { test: 'exempt', examination: 4500 }],
  ['Ada Obi', 'ART', { test: 2000, examination: 5300 }],
  ['Tunde Bakare', 'ENG', { test: 3000, examination: 4100 }],
  ['Tunde Bakare', 'MTH', { test: 3500, examination: 4000 }],
  ['Chidi Eze', 'ENG', { test: 2550, examination: 'absent' }],
  ['Chidi Eze', 'MTH', { test: 'absent', examination: 'absent' }],
  ['Ngozi Okafor', 'ENG', { test: 2000, examination: 3300 }],
  ['Ngozi Okafor', 'MTH', { test: 2000, examination: 'withheld' }],
  ['Musa Garba', 'ENG', { test: 4000, examination: 6000 }],
  ['Musa Garba', 'MTH', { test: 1000 }],
];

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  const institutionId = ilorin().id;
  const [a, b] = [batch('JSS 1 A'), batch('JSS 1 B')];
  await within(async (tx) => {
    await addSampleScheme(tx, institutionId);
    const art = await addSampleCourse(tx, { institutionId, batchId: a, code: 'ART' });
    await tx.execute(sql`update courses set title = '=Fine Art', elective_group = 'Arts' where id = ${art}`);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      select ${institutionId}, x.b, x.c from (values (${a}::bigint, ${ilorin().courseIds.ENG!}::bigint),
        (${a}, ${ilorin().courseIds.MTH!}), (${b}, ${ilorin().courseIds.MTH!})) x (b, c)`);
    await tx.execute(sql`insert into student_electives (institution_id, student_id, offering_id)
      select ${institutionId}, ${student('Ada Obi')}, id from course_offerings where course_id = ${art}`);
    // From 2026 on, A1 begins at 70; Tunde was admitted before.
    await tx.execute(sql`insert into grading_scale_versions (institution_id, scale_id, version, entry_from, bands, designations)
      select institution_id, scale_id, 2, '2026-09-01', jsonb_set(bands, '{0,from}', '7000'), designations
      from grading_scale_versions where institution_id = ${institutionId}`);
    await tx.execute(sql`update students set admission_date = case when id = ${student('Tunde Bakare')}
      then date '2025-09-15' else date '2026-09-15' end where institution_id = ${institutionId}`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id::int as id from terms where institution_id = ${institutionId} and is_current`,
    );
    termId = rows[0]!.id;
  });
  await registrar.post('/mark-sheets', { termId, batchIds: [a, b], dueOn: '' });
  await within(async (tx) => {
    await enter(tx, termId, marks);
    const { rows } = await tx.execute<{ id: number }>(sql`select id::int as id from mark_sheets order by batch_id`);
    [sheetA, sheetB] = rows.map(({ id }) => id) as [number, number];
  });
});
afterAll(() => world.close());

type Tx = Parameters<Parameters<typeof within>[0]>[0];
const enter = (tx: Tx, term: number, rows: typeof marks) =>
  tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
    select ${ilorin().id}, x.s, ${term}, c.id, x.e from jsonb_to_recordset(${JSON.stringify(
      rows.map(([name, c, e]) => ({ s: student(name), c, e })),
    )}::jsonb) x (s bigint, c text, e jsonb) join courses c on c.institution_id = ${ilorin().id} and c.code = x.c`);

const at = (sheetId: number) => `/mark-sheets/${sheetId}`;
const broadsheet = async (sheetId: number, who = registrar) =>
  (await who.page(`${at(sheetId)}/broadsheet`)).props.broadsheet as Broadsheet;
/** 'English 71 A1, …' in a line that a person can check. */
const line = ({ courses }: Broadsheet, { cells, sum, average, inBatch, passed, counted }: BroadsheetRow) =>
  [
    ...cells.map((cell, c) => `${courses[c]!.code} ${cell ? [cell.total, cell.grade].filter(Boolean).join(' ') : '-'}`),
    `${sum} ${average} ${inBatch} ${passed}/${counted}`,
  ].join(', ');
const lines = (sheet: Broadsheet) =>
  Object.fromEntries(sheet.rows.map((row) => [row.name.split(',')[0]!, line(sheet, row)]));

test('a broadsheet has the figures worked by hand: ties 1, 1, 3, absent, exempt, two scales in one class', async () => {
  const sheet = await broadsheet(sheetA);
  expect(lines(sheet)).toEqual({
    Bakare: 'ART -, ENG 71 B2, MTH 75 A1, 146 73.00 1st 2/2',
    Eze: 'ART -, ENG 25.5 F9, MTH AB, 25.5 12.75 3rd 0/2',
    Obi: 'ART 73 A1, ENG 71 A1, MTH 75 A1, 219 73.00 1st 3/3',
  });
  expect(sheet.figures).toEqual([
    { label: 'Average', values: ['73.00', '55.83', '50.00'] },
    { label: 'Highest', values: ['73', '71', '75'] },
    { label: 'Lowest', values: ['73', '25.5', '0'] },
  ]);
  expect(sheet.states).toEqual(['absent']);
});

test('withheld and unfinished courses have no total, and their students no position', async () => {
  const sheet = await broadsheet(sheetB);
  expect(lines(sheet)).toEqual({
    Garba: 'ENG 100 A1, MTH NE, 100 100.00 null 1/1',
    Okafor: 'ENG 53 C6, MTH WH, 53 53.00 null 1/1',
  });
  expect(sheet.rows.map(({ notRanked }) => notRanked)).toEqual(['Not all marks are entered', 'A mark is withheld']);
});

test('the workbook has numbers as numbers, states as words, and no formula', async () => {
  const answer = await registrar.get(`${at(sheetA)}/broadsheet.xlsx`);
  expect(answer.statusCode).toBe(200);
  const [head, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]!.rows;
  expect(head!.slice(2, 8)).toEqual([
    'ART =Fine Art',
    'ART grade',
    'ENG English Language',
    'ENG grade',
    'MTH Mathematics',
    'MTH grade',
  ]);
  const eze = rows.find((row) => String(row[1]).startsWith('Eze'))!;
  expect(eze.slice(2)).toEqual([null, null, 25.5, 'F9', 'AB', null, 25.5, 12.75, '3rd', 0, 2, null]);
  expect(rows.at(-1)!.slice(1, 8)).toEqual(['Lowest', 73, null, 25.5, null, 0, null]);
  const log = await within((tx) =>
    tx.execute(sql`select summary from audit_entries where action = 'results.exportBroadsheet'`),
  );
  expect(log.rows).toEqual([{ summary: expect.stringContaining('the broadsheet of JSS 1 A, First Term, 2026/2027') }]);
});

test('the broadsheet prints with a key, and report cards say that nothing is published', async () => {
  const printed = await registrar.get(`${at(sheetA)}/broadsheet.pdf`);
  const [page, ...more] = pdfText(printed.rawPayload);
  expect(more).toEqual([]);
  for (const words of ['Ilorin Grammar School', 'Obi, Ada', '75 A1', '55.83', 'AB: absent', 'Page 1 of 1'])
    expect(page).toContain(words);
  const cards = await registrar.get(`${at(sheetA)}/report-cards.pdf`);
  const pages = pdfText(cards.rawPayload);
  expect(pages).toHaveLength(3);
  for (const text of pages) expect(text).toContain('Preview: not published');
  const [tunde, chidi] = pages as [string, string];
  for (const words of ['Tunde Bakare', 'JSS 1 A', '1st of 3', 'of\u00a040', '55.83', 'Very good', 'B2 70', '146/200'])
    expect(tunde).toContain(words);
  for (const words of ['Absent', '12.75', '3rd of 3', '11 Jan 2027']) expect(chidi).toContain(words);
  const one = await registrar.get(`${at(sheetB)}/students/${student('Ngozi Okafor')}/report-card.pdf`);
  const [ngozi] = pdfText(one.rawPayload) as [string];
  expect(ngozi).toContain('Not ranked: a mark is withheld');
  expect(ngozi).toContain('WH: withheld');
  expect((await registrar.get(`${at(sheetB)}/students/${student('Ada Obi')}/report-card.pdf`)).statusCode).toBe(404);
});

test('who may see what: the school office all, class teachers their own, students and guardians nothing', async () => {
  const teacher = await world.as('teacher');
  const paths = ['/broadsheet', '/broadsheet.xlsx', '/broadsheet.pdf', '/report-cards.pdf'];
  const card = `/students/${student('Ngozi Okafor')}/report-card.pdf`;
  // English is the teacher's in JSS 1 B, but the batch is not.
  for (const path of [...paths, card]) expect((await teacher.get(at(sheetB) + path)).statusCode).toBe(404);
  for (const role of ['student', 'guardian'] as const) {
    const person = await world.as(role);
    for (const path of [...paths, card]) expect((await person.get(at(sheetB) + path)).statusCode).toBe(403);
  }
  expect((await (await world.as('registrar.offa')).get(`${at(sheetB)}/broadsheet`)).statusCode).toBe(404);
  await within((tx) =>
    tx.execute(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
      select institution_id, batch_id, employee_id from course_offerings
      where batch_id = ${batch('JSS 1 B')} and employee_id is not null`),
  );
  expect((await teacher.page('/class-results')).props.sheets).toMatchObject([{ id: sheetB, batch: 'JSS 1 B' }]);
  expect(Object.keys(lines(await broadsheet(sheetB, teacher)))).toEqual(['Garba', 'Okafor']);
  expect((await teacher.get(at(sheetB) + card)).statusCode).toBe(200);
  expect((await teacher.get(`${at(sheetA)}/broadsheet`)).statusCode).toBe(404);
  // An owner leads no batch and sees all; of another school, none.
  const group = await world.as('group');
  const all = [{ id: sheetA }, { id: sheetB }];
  expect((await group.page('/class-results')).props).toMatchObject({ sheets: all, seesAll: true });
  const offa = await group.page(`/class-results?institution_id=${world.school.offa.id}`);
  expect(offa.props).toMatchObject({ sheets: [], seesAll: true });
});

test('marks go along with a moved student, and the second term shows the first and the cumulative', async () => {
  await registrar.post('/students/batch-assignment', {
    batch_id: batch('JSS 1 A'),
    student_ids: [student('Musa Garba')],
  });
  expect(Object.keys(lines(await broadsheet(sheetB)))).toEqual(['Okafor']);
  expect(lines(await broadsheet(sheetA)).Garba).toBe('ART -, ENG 100 A1, MTH NE, 100 100.00 null 1/1');
  const [second] = await within(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id::int as id from terms where institution_id = ${ilorin().id} and position = 2`,
    );
    return rows;
  });
  await registrar.post('/mark-sheets', { termId: second!.id, batchIds: [batch('JSS 1 A')], dueOn: '' });
  await within((tx) =>
    enter(tx, second!.id, [
      ['Tunde Bakare', 'ENG', { test: 2000, examination: 4000 }],
      ['Tunde Bakare', 'MTH', { test: 3000, examination: 5000 }],
    ]),
  );
  const { rows } = await within((tx) =>
    tx.execute<{ id: number }>(sql`select max(id)::int as id from mark_sheets where institution_id = ${ilorin().id}`),
  );
  const answer = await registrar.get(`${at(rows[0]!.id)}/students/${student('Tunde Bakare')}/report-card.pdf`);
  const [text] = pdfText(answer.rawPayload) as [string];
  // English 71 then 60: 65.50; Mathematics 75 then 80: 77.50; averages 73 then 70: 71.50.
  for (const words of ['65.50', '77.50', 'First Term avg.', '73.00', '70.00', '71.50']) expect(text).toContain(words);
});
