import { readXlsx } from 'hucre/xlsx';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { withClient } from '#test/harness/client.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';
import { verifyResults } from '#features/results/results/verification/verify-results.ts';
import type { PromotionClassProps } from './promotion.routes.ts';

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
  const [scheme] = await rowsOf<{ id: number }>(sql`select id::int as id from assessment_schemes`);
  const form = (await registrar.page(`/assessment-schemes/${scheme!.id}/edit`)).props as unknown as {
    scheme: Record<string, unknown>;
    opened: object;
  };
  done(
    await registrar.post(`/assessment-schemes/${scheme!.id}`, {
      ...form.scheme,
      opened: form.opened,
      lastTerm: 'cumulative',
    }),
  );
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
    institutionId,
    classId: '',
    version: 0,
    averageAtLeast: '',
    compulsory: [course('ENG'), course('MTH')],
    passAt: '',
    passesAtLeast: '',
    attendanceAtLeast: '',
    trialAverageAtLeast: '',
    trialPassAt: '',
    trialPassesAtLeast: '',
    trialAttendanceAtLeast: '',
  };
  done(await registrar.post('/promotion/rules', rule));
});
afterAll(() => world.close());

const proposals = async () => {
  const { props } = await registrar.page(`/promotion/class?session=${place.session}&class=${place.class}`);
  const { students } = props as unknown as PromotionClassProps;
  return Object.fromEntries(students.map(({ firstName, outcome, reasons }) => [firstName, [outcome, ...reasons]]));
};

interface Content {
  courses: {
    code: string;
    total: string;
    grade: string;
    ofSession: { grade: string };
    position: { position: number };
  }[];
  summary: { passed: number; inBatch: { position: number }; average: string; cumulative: string };
}
const thirdTerm = async () => {
  const rows = await rowsOf<{ name: string; content: Content }>(
    sql`select s.first_name as name, r.content from published_results r
      join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
      join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id) and t.position = 3
      where r.replaced_at is null order by s.first_name`,
  );
  return Object.fromEntries(
    rows.map(({ name, content: { courses, summary } }) => [
      name,
      {
        position: summary.inBatch.position,
        passed: summary.passed,
        courses: courses.map(({ total, grade, ofSession, position }) =>
          [total, grade, ofSession.grade, position.position].join(' '),
        ),
      },
    ]),
  );
};

test('the last term’s positions, grades and passes go by the session where the scheme says so', async () => {
  // English Language, Mathematics: total of the term, its grade, the grade of the cumulative, the position by it.
  expect(await thirdTerm()).toEqual({
    Ada: { position: 1, passed: 1, courses: ['55 C5 F9 3', '80 A1 A1 1'] },
    Tunde: { position: 2, passed: 2, courses: ['30 F9 C6 1', '62 C4 C4 2'] },
    Chidi: { position: 3, passed: 2, courses: ['60 C4 D7 2', '50 C6 E8 3'] },
  });
  const [sheet] = sheets.slice(2);
  const { broadsheet } = (await registrar.page(`/mark-sheets/${sheet}/broadsheet`)).props as unknown as {
    broadsheet: { rows: { name: string; cells: { grade: string }[]; inBatch: string }[] };
  };
  expect(
    broadsheet.rows.map(({ name, cells, inBatch }) => [name, inBatch, ...cells.map(({ grade }) => grade)]),
  ).toEqual(expect.arrayContaining([['Obi, Ada', '1st', 'F9', 'A1']]));
  // The terms before are ranked by themselves: first term 55.00, 60.00 and 40.00.
  const first = await rowsOf<{ position: number }>(
    sql`select (r.content #>> '{summary,inBatch,position}')::int as position from published_results r
      join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id) and t.position = 1
      where r.student_id = ${student('Ada Obi')}`,
  );
  expect(first).toEqual([{ position: 2 }]);
  expect((await principal.page(`/students/${student('Ada Obi')}`)).props.summary).toMatchObject({ position: 1 });
});

test('promotion judges the figure that it prints: a subject passes by its cumulative, not by the third term', async () => {
  const found = await proposals();
  // Third term 55, cumulative 38.33.
  expect(found.Ada).toEqual(['repeat', expect.stringMatching(/English Language.*not passed \(38\.33\)/)]);
  // Third term 30, cumulative 50.
  expect(found.Tunde![0]).toBe('promoted');
  expect(found.Tunde!.join(' ')).toMatch(/English Language.*passed \(50\.00\)/);
  expect(found.Chidi![0]).toBe('promoted');
});

test('the annual broadsheet has every term, the cumulative, the position and what was decided', async () => {
  const sheetId = sheets[2]!;
  expect((await registrar.get(`/mark-sheets/${sheets[0]}/annual-broadsheet.xlsx`)).statusCode).toBe(409);
  expect(
    (await (await world.as('registrar.offa')).get(`/mark-sheets/${sheetId}/annual-broadsheet.xlsx`)).statusCode,
  ).toBe(404);
  expect((await (await world.as('guardian')).get(`/mark-sheets/${sheetId}/annual-broadsheet.pdf`)).statusCode).toBe(
    403,
  );
  const decided = await registrar.post('/promotion/approval', { sessionId: place.session, classIds: [place.class] });
  expect(decided.statusCode, decided.body).toBe(303);
  const [asked] = await rowsOf<{ id: number }>(sql`select id::int as id from approvals where outcome is null`);
  const approved = await principal.post(`/approvals/${asked!.id}/approve`);
  expect(approved.statusCode, approved.body).toBeLessThan(400);
  const book = await readXlsx((await registrar.get(`/mark-sheets/${sheetId}/annual-broadsheet.xlsx`)).rawPayload);
  const [head, ...rows] = book.sheets[0]!.rows;
  const ada = rows.find((row) => row[1] === 'Obi, Ada')!;
  const said = Object.fromEntries(head!.map((name, at) => [String(name), ada[at]]));
  expect(said).toMatchObject({
    'ENG First Term': 30,
    'ENG Second Term': 30,
    'ENG Third Term': 55,
    'ENG cumulative': 38.33,
    'ENG grade': 'F9',
    'MTH cumulative': 80,
    'Average First Term': 55,
    'Average Third Term': 67.5,
    'Cumulative average': 59.17,
    Decision: 'Repeats JSS 1',
  });
  const paper = await registrar.get(`/mark-sheets/${sheetId}/annual-broadsheet.pdf`);
  const text = pdfText(paper.rawPayload).join(' ');
  for (const words of ['Annual broadsheet, JSS 1', '38.33 F9', '59.17', 'Repeats JSS 1']) expect(text).toContain(words);
});

test('a correction of the first term ranks the last term of everyone again', async () => {
  // Chidi’s English and Mathematics of the first term 40 → 90: sessions of 63.33 and 60, together 61.67: first.
  const cells = (['ENG', 'MTH'] as const).flatMap((code) => [
    { studentId: student('Chidi Eze'), courseId: course(code), component: 'test', was: 2000, entry: 4000 },
    { studentId: student('Chidi Eze'), courseId: course(code), component: 'examination', was: 2000, entry: 5000 },
  ]);
  const address = `/mark-sheets/${sheets[0]}`;
  const { seen } = (await registrar.post(`${address}/correction/compare`, { cells })).json();
  const asked = await registrar.post(`${address}/corrections`, { cells, reason: 'Entered in the wrong row', seen });
  done(asked);
  const page = new URL(String(asked.headers.location), 'http://akada').pathname;
  const { props } = await principal.page(page);
  const agreed = await principal.post(`${page}/approve`, { seen: props.seen });
  expect(agreed.statusCode, agreed.body).toBe(200);
  expect(await thirdTerm()).toEqual({
    Ada: { position: 2, passed: 1, courses: ['55 C5 F9 3', '80 A1 A1 1'] },
    Tunde: { position: 3, passed: 2, courses: ['30 F9 C6 2', '62 C4 C4 2'] },
    Chidi: { position: 1, passed: 2, courses: ['60 C4 C4 1', '50 C6 C4 3'] },
  });
  const { problems } = await withClient(world.ownerUrl, async (client) =>
    (await verifyResults(client, world.services.secret)).find(
      ({ institution }) => institution === 'Ilorin Grammar School',
    )!,
  );
  expect(problems).toEqual([]);
});
