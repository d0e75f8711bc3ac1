import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Attempt } from '#features/results/assessment/compute/cgpa.ts';
import { termResult } from '#features/results/assessment/compute/term-result.ts';
import type { EarlierResult } from './published-results.ts';

export interface EarlierTerm {
  id: number;
  name: string;
  /** In which its session began, and its place in it. */
  year: number;
  position: number;
}

/** An imported term with grade points. */
export interface PastTerm extends Pick<EarlierTerm, 'year' | 'position'> {
  studentId: number;
  attempts: Attempt[];
}

/** Imported terms of students before a term, in their order, by student. */
export async function pastTermsBefore(
  db: Db,
  { institutionId, termId, studentIds }: { institutionId: number; termId: number; studentIds: number[] },
): Promise<Map<number, PastTerm[]>> {
  const rows = await query<PastTerm>(
    db,
    sql`select p.student_id::int as "studentId", p.year, p.position,
      (select coalesce(json_agg(json_build_object('course', r.code, 'units', r.units, 'points', r.points, 'passed', r.passed)
          order by r.code), '[]')
        from past_results r where (r.institution_id, r.past_term_id) = (p.institution_id, p.id) and r.points is not null) as attempts
    from past_terms p
    join terms n on n.institution_id = p.institution_id and n.id = ${termId}
    join academic_sessions y on (y.institution_id, y.id) = (n.institution_id, n.session_id)
    where p.institution_id = ${institutionId} and p.student_id = any (${sql.param(studentIds)}::bigint[]) and p.system = 'gpa'
      and (p.year, p.position) < (extract(year from y.starts_on)::int, n.position)
    order by p.year, p.position`,
  );
  return Map.groupBy(rows, ({ studentId }) => studentId);
}

/** What a student reached in the terms before, with imported terms in their places. */
export function withPast(
  terms: readonly EarlierTerm[],
  results: (EarlierResult | null)[],
  past: readonly PastTerm[],
): (EarlierResult | null)[] {
  if (past.length === 0) return results;
  const all = [
    ...past.map(({ year, position, attempts }) => ({ year, position, result: { ...nothingElse, attempts } })),
    ...results.map((result, at) => ({ year: terms[at]!.year, position: terms[at]!.position, result })),
  ];
  return all.toSorted((a, b) => a.year - b.year || a.position - b.position).map(({ result }) => result);
}

/** A college’s card takes nothing else from the terms before. */
const nothingElse = { courses: new Map(), term: termResult([]) };
