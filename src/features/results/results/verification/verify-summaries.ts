import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { fromText, gpaText } from '#features/results/assessment/compute/fraction.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import { summariesOf } from '../summaries/refresh-summaries.ts';

const figures = {
  session: 'session',
  term: 'term',
  average: 'average',
  cumulative: 'cumulative average',
  gpa: 'GPA',
  cgpa: 'CGPA',
  position: 'position',
  positionOf: 'number in class',
  designation: 'class',
} as const;

const Row = z.object({
  id: z.number(),
  number: z.string(),
  /** Null where no summary is kept. */
  kept: z.custom<Record<string, string | number | null>>().nullable(),
});
type Row = z.infer<typeof Row>;

const atATime = 500;

/** Where students stand, compared with what follows from their results. */
export async function summaryProblems(db: Db, institutionId: number): Promise<string[]> {
  const problems: string[] = [];
  for (let after = 0; ;) {
    // Each page begins where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await query(db, page(institutionId, after), Row);
    if (rows.length === 0) return problems;
    after = rows.at(-1)!.id;
    const ids = rows.map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop
    const due = new Map((await summariesOf(db, institutionId, ids)).map((row) => [row.studentId, row]));
    for (const { id, number, kept } of rows) {
      const row = due.get(id);
      if (!row && kept) problems.push(`The figures of ${number} belong to no result.`);
      else if (row && !kept) problems.push(`The figures of ${number} are missing.`);
      else if (row && kept) problems.push(...differences(number, kept, row));
    }
  }
}

type Due = Awaited<ReturnType<typeof summariesOf>>[number];

function differences(number: string, kept: NonNullable<Row['kept']>, due: Due): string[] {
  const wrong = Object.entries(figures).flatMap(([key, name]) => {
    const [is, must] = [kept[key] ?? null, due[key as keyof typeof figures] ?? null];
    // Another version of the scale may have named the class.
    if (key === 'designation' && due.designations.includes(is as string | null)) return [];
    return sameFigure(is, must)
      ? []
      : [`The ${name} of ${number} is ${is ?? 'missing'}, but the results say ${must ?? 'none'}.`];
  });
  const exact = (['average', 'cumulative', 'cgpa'] as const).filter(
    (key) => !sameFigure(shownAs(kept[`${key}Exact`], key === 'cgpa' ? due.gpaForm : null), due[key]),
  );
  return wrong.length > 0 || exact.length === 0
    ? wrong
    : [`The ${figures[exact[0]!]} that ${number} is sorted by is not the one of the results.`];
}

/** An exact figure as it is shown. */
const shownAs = (exact: string | number | null | undefined, form: GpaForm | null) =>
  exact === null || exact === undefined ? null : gpaText(fromText(String(exact)), form);

/** Figures as they are shown. */
const sameFigure = (one: string | number | null, other: string | number | null) => String(one) === String(other);

const page = (institutionId: number, after: number) => sql`
  select s.id::bigint as id, s.admission_number as number, case when r.student_id is not null then jsonb_build_object(
    'session', r.session, 'term', r.term, 'average', r.average::text, 'cumulative', r.cumulative::text,
    'gpa', r.gpa::text, 'cgpa', r.cgpa::text, 'position', r.position, 'positionOf', r.position_of,
    'designation', r.designation, 'averageExact', r.average_exact::text,
    'cumulativeExact', r.cumulative_exact::text, 'cgpaExact', r.cgpa_exact::text) end as kept
  from students s left join result_summaries r on (r.institution_id, r.student_id) = (s.institution_id, s.id)
  where s.institution_id = ${institutionId} and s.id > ${after} and (r.student_id is not null
    or exists (select from published_results p where (p.institution_id, p.student_id) = (s.institution_id, s.id) and p.replaced_at is null)
    or exists (select from past_terms p where (p.institution_id, p.student_id) = (s.institution_id, s.id)))
  order by s.id limit ${atATime}`;
