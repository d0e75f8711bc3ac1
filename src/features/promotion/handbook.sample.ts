import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { entryFrom } from '#features/assessment/marks/mark-text.ts';
import { resultInWords } from '#features/contact/answers/result.ts';
import type { PublishedCard } from '#features/results/publication/published-card.ts';
import { verifyResults } from '#features/results/verification/verify-results.ts';
import type { PromotionClassProps } from './promotion.pages.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** How a school grades, as its registrar types it. */
export interface Handbook {
  scale: Scale;
  /** The first holds for the institution, the others for the courses named. */
  schemes: [Scheme, ...(Scheme & { of: string[] })[]];
  courses: Record<string, number>;
}

interface Scale {
  grades: [grade: string, from: string, points: string][];
  classes?: [name: string, from: string][];
}

interface Scheme {
  /** Instead of the handbook's. */
  scale?: Scale;
  system: 'average' | 'gpa';
  passMark: string;
  parts: [name: string, maximum: string, more?: { weight?: string; group?: string }][];
  /** Any other field of the form. */
  more?: object;
}

/** What is typed for a student in a course, part by part: '12 A 15 I'. */
export type Marks = Record<string, Record<string, string>>;

const rowsIn = (rows: object[]) =>
  Object.fromEntries(rows.map((row, at) => [at + 1, { id: '', ...row, position: at }]));

/** For tests: a school that works by a handbook, set up and used through its forms. */
export async function openHandbook(world: World, { scale, schemes, courses }: Handbook) {
  const [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const { id: institutionId, batchIds, studentIds } = world.school.ilorin;
  const batchId = (batchIds as Record<string, number>)['JSS 1 A']!;
  const student = (name: string) => (studentIds as Record<string, number>)[name]!;
  const read = <Row>(query: ReturnType<typeof sql>) =>
    world.database.asSystem([institutionId], async (tx) => (await tx.execute(query)).rows as Row[]);
  const done = (answer: { statusCode: number; body: string }) =>
    expect([answer.statusCode, answer.body]).toEqual([303, '']);
  const idOf = async (table: 'grading_scales' | 'assessment_schemes', name: string) =>
    (await read<{ id: number }>(sql`select id::int as id from ${sql.raw(table)} where name = ${name}`))[0]!.id;

  const courseIds = Object.fromEntries(
    (
      await read<{ id: number; code: string }>(sql`
        with gone as (delete from course_offerings where batch_id = ${batchId}),
        made as (insert into courses (institution_id, code, title, credit_units)
          select ${institutionId}, 'T ' || key, 'T ' || key, value::int
          from jsonb_each_text(${JSON.stringify(courses)}::jsonb) returning id, code)
        select id::int as id, substr(code, 3) as code from made`)
    ).map(({ id, code }) => [code, id]),
  );
  await read(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select ${institutionId}, ${batchId}, c from unnest(${sql.param(Object.values(courseIds))}::bigint[]) c`);

  async function addScale(name: string, { grades, classes = [] }: Scale): Promise<number> {
    done(
      await registrar.post('/grading-scales', {
        ...{ institutionId, name, entryFrom: '' },
        bands: rowsIn(grades.map(([grade, from, points]) => ({ grade, from, points, remark: '' }))),
        designations: rowsIn(classes.map(([of, from]) => ({ name: of, from }))),
      }),
    );
    return idOf('grading_scales', name);
  }
  const usual = await addScale('Handbook', scale);
  for (const [at, { scale: own, system, passMark, parts, more, ...rest }] of schemes.entries()) {
    const name = `Handbook ${at + 1}`;
    // oxlint-disable-next-line no-await-in-loop
    const scaleId = own ? await addScale(name, own) : usual;
    // One after the other, as a person does it.
    // oxlint-disable-next-line no-await-in-loop
    done(
      // oxlint-disable-next-line no-await-in-loop
      await registrar.post('/assessment-schemes', {
        ...{ institutionId, name, system, passMark, scaleId, step: '50', cumulative: 'mean', minimumCourses: '1' },
        ...{ ranksBatch: 'on', ranksCourses: 'on', repeats: 'all_attempts' },
        components: rowsIn(
          parts.map(([part, maximum, also]) => ({ savedKey: '', name: part, maximum, weight: '', group: '', ...also })),
        ),
        ...more,
      }),
    );
    // oxlint-disable-next-line no-await-in-loop
    const schemeId = await idOf('assessment_schemes', name);
    for (const code of 'of' in rest ? (rest.of as string[]) : [null])
      done(
        // oxlint-disable-next-line no-await-in-loop
        await registrar.post('/scheme-uses', {
          ...{ institutionId, schemeId, programId: '', classId: '' },
          courseId: code === null ? '' : courseIds[code],
        }),
      );
  }
  const terms = await read<{ id: number; session: number; class: number }>(
    sql`select t.id::int as id, t.session_id::int as session, b.class_id::int as class from terms t
      join batches b on (b.institution_id, b.session_id) = (t.institution_id, t.session_id) and b.id = ${batchId}
      order by t.position`,
  );

  /** Opens the term at this place, types the marks, and publishes them. Returns the sheet. */
  async function publish(at: number, marks: Marks): Promise<number> {
    done(await registrar.post('/mark-sheets', { termId: terms[at]!.id, batchIds: [batchId], dueOn: '' }));
    const [sheet] = await read<{ id: number }>(
      sql`select id::int as id from mark_sheets where term_id = ${terms[at]!.id} and batch_id = ${batchId}`,
    );
    for (const [code, courseId] of Object.entries(courseIds)) {
      const place = `/mark-sheets/${sheet!.id}/courses/${courseId}`;
      // oxlint-disable-next-line no-await-in-loop
      const { components } = ((await registrar.page(place)).props as { sheet: { scheme: { components: Part[] } } })
        .sheet.scheme;
      const cells = Object.entries(marks).flatMap(([name, own]) =>
        (own[code] ?? '')
          .split(' ')
          .filter(Boolean)
          .map((typed, n) => ({
            ...{ studentId: student(name), component: components[n]!.key, entry: entryFrom(typed), was: null },
          })),
      );
      if (cells.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop
      const saved = await registrar.post(`${place}/marks`, { cells });
      expect(saved.json(), code).toEqual({ saved: cells.length, problems: [] });
    }
    done(await registrar.post('/mark-sheets/lock', { ids: [sheet!.id] }));
    done(await principal.post('/mark-sheets/approve', { ids: [sheet!.id], reason: 'Some take less' }));
    done(await principal.post('/mark-sheets/publish', { ids: [sheet!.id] }));
    return sheet!.id;
  }

  /** Corrects a published mark; somebody else agrees. */
  async function correct(sheetId: number, name: string, [code, part, was, entry]: [string, string, string, string]) {
    const cells = [
      {
        ...{ studentId: student(name), courseId: courseIds[code], component: part },
        ...{ was: entryFrom(was), entry: entryFrom(entry) },
      },
    ];
    const compared = await registrar.post(`/mark-sheets/${sheetId}/correction/compare`, { cells });
    const asked = await registrar.post(`/mark-sheets/${sheetId}/corrections`, {
      ...{ cells, reason: 'The mark is there now', seen: compared.json().seen },
    });
    done(asked);
    const here = new URL(String(asked.headers.location), 'http://akada').pathname;
    const { seen } = (await principal.page(here)).props as { seen: string };
    expect((await principal.post(`${here}/approve`, { seen })).statusCode).toBe(200);
  }

  /** The latest published card of a student. */
  async function cardOf(name: string): Promise<PublishedCard & { id: number }> {
    const [row] = await read<{ id: number; content: PublishedCard }>(
      sql`select r.id::int as id, r.content from published_results r
        join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
        where r.student_id = ${student(name)} and r.replaced_at is null order by t.position desc limit 1`,
    );
    return { ...row!.content, id: row!.id };
  }

  const textOf = async (address: string) => pdfText((await principal.get(address)).rawPayload).join(' ');

  /** Paper of the latest card, as text. */
  const paperOf = async (name: string) => textOf(`/published-results/${(await cardOf(name)).id}/report-card.pdf`);

  /** The GPA and CGPA of a student, wherever they are told. */
  async function figuresOf(name: string) {
    const id = student(name);
    const { summary, ...card } = await cardOf(name);
    const { props } = await principal.page(`/students/${id}`);
    const values = (await principal.get(`/students/result-values?ids=${id}&fields=cgpa`)).json<{
      rows: { text: string }[];
    }>();
    const proposals = (await registrar.page(`/promotion/class?session=${terms[0]!.session}&class=${terms[0]!.class}`))
      .props as unknown as PromotionClassProps;
    const lastOf = (what: string, text: string) =>
      [...text.matchAll(new RegExp(`\\b${what} (\\d\\.\\d+)`, 'g'))].at(-1)?.[1];
    const [paper, transcript] = [await paperOf(name), await textOf(`/students/${id}/transcript.pdf`)];
    const own = props as { summary: { cgpa: string; designation: string | null } };
    const [kept] = await read<{ gpa: string }>(
      sql`select gpa::text as gpa from result_summaries where student_id = ${id}`,
    );
    const place = { termId: 0, programId: 0, term: card.term, session: card.session };
    return {
      gpas: [
        lastOf('GPA', resultInWords({ school: 'School', name: 'Name' }, { ...place, summary })),
        kept!.gpa,
        lastOf('GPA', transcript),
        paper.includes(kept!.gpa) ? kept!.gpa : 'not on the card',
      ],
      cgpas: [
        own.summary.cgpa,
        values.rows[0]?.text,
        lastOf('CGPA', transcript),
        proposals.students.find(({ studentId }) => studentId === id)?.average,
        paper.includes(own.summary.cgpa) ? own.summary.cgpa : 'not on the card',
      ],
      designation: own.summary.designation,
    };
  }

  const problems = async () =>
    (await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret))).flatMap(
      (report) => report.problems,
    );

  return {
    registrar,
    principal,
    terms,
    student,
    courseIds,
    read,
    publish,
    correct,
    cardOf,
    paperOf,
    figuresOf,
    problems,
  };
}

interface Part {
  key: string;
}

/** What a card says of its courses, by code: '67 B 4'; points in hundredths. */
export const coursesOn = ({ courses }: PublishedCard): Record<string, string> =>
  Object.fromEntries(
    courses.map(({ code, status, total, grade, points }) => [
      code.slice(2),
      [status === 'complete' ? total : status, grade, points].filter((one) => one !== null).join(' '),
    ]),
  );
