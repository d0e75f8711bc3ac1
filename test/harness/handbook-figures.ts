import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { entryFrom } from '#features/results/assessment/marks/mark-text.ts';
import { resultAnswer } from '#features/messages/contact/answers/answer-question.ts';
import type { PromotionClassProps } from '#features/results/promotion/promotion.routes.ts';
import type { PublishedCard } from '#features/results/results/publication/sealed-cards.ts';
import { verifyResults } from '#features/results/results/verification/verify-results.ts';
import type { startSchool } from './app.ts';
import { withClient } from './client.ts';
import type { HandbookSchool } from './handbook.ts';
import { pdfText } from './pdf-text.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** For tests: what is said of students of a school that works by a handbook. */
export function figuresIn(world: World, { registrar, principal, terms, student, courseIds, read }: HandbookSchool) {
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

  /** The GPA and CGPA of a student in each place. */
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
        lastOf('GPA', resultAnswer({ school: 'School', name: 'Name' }, { ...place, summary, rule: card.rule })),
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

  /** Corrects a published mark; somebody else agrees. */
  async function correct(sheetId: number, name: string, [code, part, was, entry]: [string, string, string, string]) {
    const cells = [
      {
        studentId: student(name),
        courseId: courseIds[code],
        component: part,
        was: entryFrom(was),
        entry: entryFrom(entry),
      },
    ];
    const compared = await registrar.post(`/mark-sheets/${sheetId}/correction/compare`, { cells });
    const asked = await registrar.post(`/mark-sheets/${sheetId}/corrections`, {
      cells,
      reason: 'The mark is there now',
      seen: compared.json().seen,
    });
    expect([asked.statusCode, asked.body]).toEqual([303, '']);
    const here = new URL(String(asked.headers.location), 'http://akada').pathname;
    const { seen } = (await principal.page(here)).props as { seen: string };
    expect((await principal.post(`${here}/approve`, { seen })).statusCode).toBe(200);
  }

  return { cardOf, paperOf, figuresOf, problems, correct };
}

/** What a card says of its courses, by code: '67 B 4'; points in hundredths. */
export const coursesOn = ({ courses }: PublishedCard): Record<string, string> =>
  Object.fromEntries(
    courses.map(({ code, status, total, grade, points }) => [
      code.slice(2),
      [status === 'complete' ? total : status, grade, points].filter((one) => one !== null).join(' '),
    ]),
  );
