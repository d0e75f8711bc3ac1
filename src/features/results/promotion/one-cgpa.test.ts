import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { fromText, shown } from '#features/results/assessment/compute/fraction.ts';
import { refreshSummaries } from '#features/results/results/summaries/refresh-summaries.ts';
import type { PromotionClassProps } from './promotion.routes.ts';

/*
 * JSS 1 A by grade points (A70=5, B60=4, C50=3, E40=1, F=0), English and Mathematics of 3 units, two terms.
 *
 *         imported                             First Term            Second Term            CGPA
 * Tunde   GNS 101 4u A, ENG 3u F (repeated)    ENG B, MTH E          —                      (20+0+12+3)/13 = 35/13 = 2.69
 * Ada     —                                    ENG A, MTH exempt     ENG C, MTH B           (15+9+12)/9 = 4.00
 * Chidi   GNS 101 4u B                         ENG withheld, MTH C   withdrawn in the term  (16+9)/7 = 25/7 = 3.57
 * Ngozi   —, imported later: GNS 101 4u F      ENG A, MTH A          ENG A, MTH A           60/12 = 5.00; then 60/16 = 3.75
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let batchId: number;
let place: { session: number; class: number };
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const course = (code: 'ENG' | 'MTH') => (ilorin().courseIds as Record<string, number>)[code]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const done = (answer: { statusCode: number; body: string }) =>
  expect([answer.statusCode, answer.body]).toEqual([303, '']);

const imported = (name: string, courses: [code: string, units: number, grade: string, points: number][]) =>
  within((tx) =>
    tx.execute(sql`with term as (insert into past_terms (institution_id, student_id, session, year, term, position, system)
        values (${ilorin().id}, ${student(name)}, '2024/2025', 2024, 'First Semester', 1, 'gpa') returning id)
      insert into past_results (institution_id, past_term_id, code, title, units, grade, points, passed)
      select ${ilorin().id}, term.id, c ->> 0, c ->> 0, (c ->> 1)::int, c ->> 2, (c ->> 3)::int * 100, (c ->> 3)::int > 0
      from term, jsonb_array_elements(${JSON.stringify(courses)}::jsonb) c`),
  );

async function publish(termId: number, marks: Record<string, [english: unknown, mathematics: unknown]>) {
  done(await registrar.post('/mark-sheets', { termId, batchIds: [batchId], dueOn: '' }));
  const rows = Object.entries(marks).flatMap(([name, [english, mathematics]]) => [
    [student(name), course('ENG'), english],
    [student(name), course('MTH'), mathematics],
  ]);
  await within((tx) =>
    tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${ilorin().id}, (m ->> 0)::bigint, ${termId}, (m ->> 1)::bigint, jsonb_build_object('examination', m -> 2)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) m where m -> 2 <> 'null'`),
  );
  const [sheet] = await rowsOf<{ id: number }>(
    sql`select id::int as id from mark_sheets where term_id = ${termId} and batch_id = ${batchId}`,
  );
  done(await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] }));
  done(
    await principal.post('/mark-sheets/approve', { ids: [sheet!.id], reason: 'Marks of those who left are missing' }),
  );
  done(await principal.post('/mark-sheets/publish', { ids: [sheet!.id] }));
}

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = [await world.as('registrar'), await world.as('principal')];
  const institutionId = ilorin().id;
  batchId = (ilorin().batchIds as Record<string, number>)['JSS 1 A']!;
  await within(async (tx) => {
    await setUpAssessment(tx, institutionId, {
      scale: 'university-5',
      name: 'Points',
      system: 'gpa',
      step: '50',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${institutionId}, ${batchId}, ${course('ENG')}), (${institutionId}, ${batchId}, ${course('MTH')}) on conflict do nothing`);
    await tx.execute(sql`update courses set credit_units = 3 where institution_id = ${institutionId}`);
    await tx.execute(sql`update enrolments set batch_id = ${batchId} where student_id = ${student('Ngozi Okafor')}`);
    await tx.execute(sql`update students set batch_id = ${batchId} where id = ${student('Ngozi Okafor')}`);
  });
  await imported('Tunde Bakare', [
    ['GNS 101', 4, 'A', 5],
    ['ENG', 3, 'F', 0],
  ]);
  await imported('Chidi Eze', [['GNS 101', 4, 'B', 4]]);
  const terms = await rowsOf<{ id: number; session: number; class: number }>(
    sql`select t.id::int as id, t.session_id::int as session, b.class_id::int as class from terms t
      join batches b on b.institution_id = t.institution_id and b.id = ${batchId} and b.session_id = t.session_id
      order by t.position`,
  );
  place = terms[0]!;
  await within((tx) => tx.execute(sql`delete from terms where session_id = ${place.session} and position > 2`));
  await publish(terms[0]!.id, {
    'Ada Obi': [7100, 'exempt'],
    'Tunde Bakare': [6450, 4000],
    'Chidi Eze': ['withheld', 5000],
    'Ngozi Okafor': [7500, 8000],
  });
  // Chidi withdraws; Tunde stays and takes no courses.
  await within((tx) =>
    tx.execute(sql`delete from enrolments where student_id in (${student('Chidi Eze')}, ${student('Tunde Bakare')})`),
  );
  await publish(terms[1]!.id, { 'Ada Obi': [5500, 6100], 'Ngozi Okafor': [7500, 8000] });
  await within((tx) =>
    tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      select ${institutionId}, u, ${batchId}, ${place.session}, '2026-09-14'
      from unnest(array[${student('Chidi Eze')}, ${student('Tunde Bakare')}]::bigint[]) u`),
  );
});
afterAll(() => world.close());

/** The CGPA of a student, wherever it is told. */
async function cgpasOf(name: string) {
  const id = student(name);
  const [card] = await rowsOf<{ value: string | null; units: number }>(
    sql`select content #>> '{summary,cgpa,value}' as value, (content #>> '{summary,cgpa,units}')::int as units
      from published_results where student_id = ${id} and replaced_at is null order by seq desc limit 1`,
  );
  const { summary } = (await principal.page(`/students/${id}`)).props as { summary: { cgpa: string } };
  const values = (await principal.get(`/students/result-values?ids=${id}&fields=cgpa`)).json<{
    rows: { text: string }[];
  }>();
  const surname = name.split(' ')[1]!;
  const csv = (await registrar.get(`/students/export.csv?q=${surname}&columns=surname&columns=cgpa`)).body;
  const [exported] = (parse(csv, { bom: true, columns: true }) as Record<string, string>[]).map(({ CGPA }) => CGPA);
  const paper = await principal.get(`/students/${id}/transcript.pdf`);
  const transcript = [
    ...pdfText(paper.rawPayload)
      .join(' ')
      .matchAll(/CGPA (\d\.\d\d)/g),
  ].at(-1)?.[1];
  const proposals = (await registrar.page(`/promotion/class?session=${place.session}&class=${place.class}`))
    .props as unknown as PromotionClassProps;
  const proposed = proposals.students.find(({ studentId }) => studentId === id)?.average;
  return {
    card: card?.value ? shown(fromText(card.value)) : null,
    units: card?.units,
    record: summary.cgpa,
    list: values.rows[0]?.text,
    exported: Number(exported).toFixed(2),
    transcript,
    proposed,
  };
}

const everywhere = (cgpa: string, units: number) => ({
  card: cgpa,
  units,
  record: cgpa,
  list: cgpa,
  exported: cgpa,
  transcript: cgpa,
  proposed: cgpa,
});

test('card, record, list, export, transcript and promotion tell one CGPA: imported, repeated, exempt and withdrawn terms', async () => {
  expect(await cgpasOf('Tunde Bakare')).toEqual(everywhere('2.69', 13));
  expect(await cgpasOf('Ada Obi')).toEqual(everywhere('4.00', 9));
  expect(await cgpasOf('Chidi Eze')).toEqual(everywhere('3.57', 7));
  expect(await cgpasOf('Ngozi Okafor')).toEqual(everywhere('5.00', 12));
});

/** What a student's latest card says about the day of its CGPA: on the page, and whether on paper. */
async function noteOf(name: string) {
  const [found] = await rowsOf<{ id: number }>(
    sql`select id::int as id from published_results where student_id = ${student(name)} and replaced_at is null
      order by seq desc limit 1`,
  );
  const { card } = (await principal.page(`/published-results/${found!.id}`)).props as { card: { cgpaAsAt?: string } };
  const paper = await principal.get(`/published-results/${found!.id}/report-card.pdf`);
  return [card.cgpaAsAt, pdfText(paper.rawPayload).join(' ').includes('CGPA as at')];
}

test('an imported failure is to be repeated until it is passed; a sealed card keeps what was known on its day', async () => {
  const [tunde] = await rowsOf<{ repeats: string[]; previous: number }>(
    sql`select content #> '{summary,repeats}' as repeats, (content #>> '{summary,previous,units}')::int as previous
      from published_results where student_id = ${student('Tunde Bakare')}`,
  );
  // English was failed in the imported term and passed now.
  expect(tunde).toEqual({ repeats: [], previous: 7 });
  await imported('Ngozi Okafor', [['GNS 101', 4, 'F', 0]]);
  await within((tx) => refreshSummaries(tx, ilorin().id, [student('Ngozi Okafor')]));
  expect(await cgpasOf('Ngozi Okafor')).toEqual({ ...everywhere('3.75', 12), card: '5.00' });
  // The card says so itself, on the page and on paper; that of somebody without later results does not.
  expect(await noteOf('Ngozi Okafor')).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), true]);
  expect(await noteOf('Tunde Bakare')).toEqual([undefined, false]);
});
