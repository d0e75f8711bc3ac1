import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { bursary } from '#test/harness/books.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { verifyAllPapers, verifyIssuedPapers } from './papers/verify-nightly.job.ts';

/*
 * Kemi, JSS 2 A, which is the final class: domain.md's worked figures on the five-point scale. 2u A, 3u B, 2u D, 3u F
 * and 0u A are 26 / 10 = 2.60; the retake of the 3u F at A makes 41 / 13 = 3.15.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let kemi: number;
const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const one = async <Row>(query: ReturnType<typeof sql>) =>
  (await within(async (tx) => (await tx.execute(query)).rows as Row[]))[0]!;
const addTerm = (
  student: number,
  position: number,
  courses: [code: string, units: number, grade: string, points: number][],
) =>
  within((tx) =>
    tx.execute(sql`with t as (insert into past_terms (institution_id, student_id, session, year, term, position, class_name, system)
        values (${ilorin().id}, ${student}, '2024/2025', 2024, ${`Semester ${position}`}, ${position}, 'Level 1', 'gpa') returning id)
      insert into past_results (institution_id, past_term_id, code, title, units, grade, points, passed)
      select ${ilorin().id}, t.id, c ->> 0, c ->> 0, (c ->> 1)::int, c ->> 2, (c ->> 3)::int * 100, (c ->> 3)::int > 0
      from t, jsonb_array_elements(${JSON.stringify(courses)}::jsonb) c`),
  );
const issue = (student: number, fields: object = {}) =>
  registrar.post(`/students/${student}/papers`, {
    kind: 'transcript',
    recipient: 'The Registrar, University of Lagos',
    purpose: '',
    completedOn: '',
    ...fields,
  });
const papers = async () => (await registrar.page('/transcripts')).props.rows as { id: number; number: string }[];
const textOf = async (address: string, who = registrar) => {
  const answer = await who.get(address);
  expect([answer.statusCode, answer.headers['content-type']], answer.body).toEqual([200, 'application/pdf']);
  return pdfText(answer.rawPayload).join(' ');
};
const year = new Date().getFullYear();

beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  kemi = (ilorin().studentIds as Record<string, number>)['Kemi Adébáyọ̀']!;
  await within(async (tx) => {
    await setUpAssessment(tx, ilorin().id, {
      scale: 'university-5',
      name: 'Grade points',
      system: 'gpa',
      step: '100',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(
      sql`update programs set probation_below = 270, units_required = 12 where institution_id = ${ilorin().id}`,
    );
  });
  await addTerm(kemi, 1, [
    ['GNS 101', 2, 'A', 5],
    ['MTH 101', 3, 'B', 4],
    ['PHY 101', 2, 'D', 2],
    ['CHM 101', 3, 'F', 0],
    ['LIB 100', 0, 'A', 5],
  ]);
});
afterAll(() => world?.close());

test('the unofficial transcript has the worked figures, a watermark and no number; families see their own alone', async () => {
  const text = await textOf(`/students/${kemi}/transcript.pdf`);
  for (const words of [
    'Unofficial transcript',
    'UNOFFICIAL',
    'GPA 2.60',
    'CGPA 2.60',
    'Probation',
    'repeated: CHM 101',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('TR/');
  const [ada, tunde] = ['Ada Obi', 'Tunde Bakare'].map(
    (name) => (ilorin().studentIds as Record<string, number>)[name]!,
  );
  const student = await world.as('student');
  const guardian = await world.as('guardian');
  await addTerm(tunde!, 1, [['GNS 101', 2, 'A', 5]]);
  expect((await student.get(`/students/${ada}/transcript.pdf`)).statusCode).toBe(409);
  expect((await student.get(`/students/${kemi}/transcript.pdf`)).statusCode).toBe(404);
  expect((await guardian.get(`/students/${tunde}/transcript.pdf`)).statusCode).toBe(200);
  expect((await (await world.as('teacher')).get(`/students/${kemi}/transcript.pdf`)).statusCode).toBe(403);
  expect((await (await world.as('registrar.offa')).get(`/students/${kemi}/transcript.pdf`)).statusCode).toBe(404);
});

test('a statement of result waits for everything, and says what is missing', async () => {
  const early = (await issue(kemi, { kind: 'statement', completedOn: '2026-07-24' })).json().errors.form;
  expect(early).toContain('Not passed: CHM 101');
  expect(early).toContain('7 units passed of 12 required');
  await addTerm(kemi, 2, [['CHM 101', 3, 'A', 5]]);
  expect((await issue(kemi, { kind: 'statement', completedOn: '2026-07-24' })).json().errors.form).toContain(
    '10 units',
  );
  await within((tx) => tx.execute(sql`update programs set units_required = 10 where institution_id = ${ilorin().id}`));
  expect((await issue(kemi, { kind: 'statement', completedOn: '' })).json().errors.completedOn).toMatch(/date/);
  expect((await issue(kemi, { kind: 'statement', completedOn: '2026-07-24' })).statusCode).toBe(303);
  const [paper] = await papers();
  expect(paper!.number).toBe(`SR/${year}/0001`);
  const text = await textOf(`/academic-papers/${paper!.id}/paper.pdf`);
  for (const words of ['24 Jul 2026', 'CGPA of 3.15', 'Second Class Lower', 'To: The Registrar, University of Lagos'])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
});

test('a transcript is kept as issued under gapless numbers; its page says what replaced or revoked it', async () => {
  expect((await issue(kemi)).statusCode).toBe(303);
  const [first] = await papers();
  expect(first!.number).toBe(`TR/${year}/0001`);
  const print = () => textOf(`/academic-papers/${first!.id}/paper.pdf`);
  const text = await print();
  for (const words of ['Academic transcript', 'GPA 2.60', 'CGPA 3.15', 'Second Class Lower', 'University of Lagos'])
    expect(text).toContain(words);
  expect(text).not.toContain('UNOFFICIAL');
  const [, code] = /\/verify\/paper\/([A-Za-z0-9_-]{16})/.exec(text.replace(/\s/g, ''))!;
  const visitor = world.nobody();
  const shown = async () => (await visitor.page(`/verify/paper/${code}`)).props.paper;
  expect(await shown()).toMatchObject({
    number: first!.number,
    initials: 'K. A.',
    overall: '41/13',
    terms: 2,
    courses: 6,
    unitsPassed: 10,
    isReplaced: false,
    revokedOn: null,
  });
  // The record changes; the paper does not.
  await addTerm(kemi, 3, [['BIO 101', 3, 'A', 5]]);
  expect(await print()).toContain('CGPA 3.15');
  expect((await issue(kemi)).statusCode).toBe(303);
  expect(await shown()).toMatchObject({ isReplaced: true, overall: '41/13' });
  expect((await papers())[0]!.number).toBe(`TR/${year}/0002`);
  expect((await registrar.post(`/academic-papers/${first!.id}/revoke`, { reason: 'Sent in error' })).statusCode).toBe(
    303,
  );
  expect((await registrar.post(`/academic-papers/${first!.id}/revoke`, { reason: 'Again' })).statusCode).toBe(409);
  expect((await shown()).revokedOn).toMatch(/^\d{4}-/);
  expect(await print()).toContain('REVOKED');
  expect((await visitor.get('/verify/paper/AAAAAAAAAAAAAAAA')).statusCode).toBe(404);
  const stranger = await world.as('registrar.offa');
  expect((await stranger.get(`/academic-papers/${first!.id}/paper.pdf`)).statusCode).toBe(404);
  expect((await (await world.as('principal')).post(`/students/${kemi}/papers`, {})).statusCode).toBe(403);
});

test('the graduation list says who has passed everything, and what the others lack', async () => {
  const { props } = await registrar.page('/graduation');
  const rows = props.list.rows as { name: string; isReady: boolean; overall: string; reasons: string[] }[];
  expect(props.chosen.className).toBe('JSS 2');
  expect(rows[0]).toMatchObject({ isReady: true, designation: 'Second Class Upper', overall: '3.50' });
  expect(rows[0]!.name).toContain('Kemi');
  expect(rows.slice(1).every(({ reasons }) => reasons.join() === 'No results are published')).toBe(true);
  const text = await textOf('/graduation.pdf');
  for (const words of ['Graduation list', 'Second Class Upper (1)', 'Not ready']) expect(text).toContain(words);
  expect((await registrar.get('/graduation.xlsx')).statusCode).toBe(200);
  expect((await (await world.as('teacher')).get('/graduation')).statusCode).toBe(403);
});

test('unpaid fees hold papers back where a rule says so, and a refusal takes no number', async () => {
  const bursar = await world.as('bursar');
  await bursary(world.database, ilorin().id).bill(kemi, ['2026-01-10', 30_000_00]);
  const rule = { institutionId: ilorin().id, name: 'Papers', withholds: ['transcript'], above: '100', counts: 'owed' };
  const made = await bursar.post('/hold-rules', { ...rule, overdueDays: '', needs: 'either' });
  const [, id] = /\/(\d+)/.exec(String(made.headers.location))!;
  expect((await bursar.post(`/hold-rules/${id}/switch-on`, { seen: 1 })).statusCode).toBe(303);
  expect((await issue(kemi)).json().errors.form).toMatch(/withheld because of unpaid fees/);
  // A family from whom report cards are withheld reads their figures on no transcript.
  const tunde = (ilorin().studentIds as Record<string, number>)['Tunde Bakare']!;
  const guardian = await world.as('guardian');
  await bursary(world.database, ilorin().id).bill(tunde, ['2026-01-10', 30_000_00]);
  const cards = await bursar.post('/hold-rules', {
    ...rule,
    name: 'Cards',
    withholds: ['report_card'],
    overdueDays: '',
    needs: 'either',
  });
  const [, cardRule] = /\/(\d+)/.exec(String(cards.headers.location))!;
  expect((await bursar.post(`/hold-rules/${cardRule}/switch-on`, { seen: 2 })).statusCode).toBe(303);
  expect((await guardian.get(`/students/${tunde}/transcript.pdf`)).statusCode).toBe(409);
  expect((await papers()).map(({ number }) => number)).toEqual([
    `TR/${year}/0002`,
    `TR/${year}/0001`,
    `SR/${year}/0001`,
  ]);
});

test('a changed, moved or removed paper is found and named; erased names are not', async () => {
  const { secret } = world.services;
  const asOwner = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
  const problems = async () =>
    (await withClient(world.ownerUrl, (client) => verifyIssuedPapers(client, secret))).flatMap(
      (found) => found.problems,
    );
  expect(await problems()).toEqual([]);
  await asOwner(
    `update academic_papers set content = jsonb_set(content, '{overall}', '"5"') where number = 'TR/${year}/0002'`,
  );
  expect(await problems()).toEqual([`The paper TR/${year}/0002 was changed after it was issued.`]);
  await verifyAllPapers(world.database, secret);
  const told = await one<{ body: string }>(sql`select body from notifications where kind = 'transcripts.changed'`);
  expect(told.body).toContain(`TR/${year}/0002`);
  await asOwner(`update academic_papers set names = null where number = 'TR/${year}/0001'`);
  expect(await problems()).toHaveLength(1);
  await asOwner(`delete from academic_papers where number = 'TR/${year}/0001'`);
  expect((await problems()).join(' ')).toMatch(/is missing/);
});
