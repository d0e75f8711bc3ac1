import { and, eq, sql } from 'drizzle-orm';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { maySeeResults } from '../results.policy.ts';

/** A term of past years as it is shown; figures are rounded half up, for display alone. */
export interface PastTermRow {
  id: number;
  institutionId: number;
  session: string;
  term: string;
  className: string | null;
  average: string | null;
  gpa: string | null;
  position: number | null;
  positionOf: number | null;
  passed: number;
  counted: number;
}

/** Imported terms of a student whom the actor sees, the latest first. */
export const pastTermsFor = cachedStatement(
  (actor) => sql`
  select p.id::bigint as id, p.institution_id as "institutionId", p.session, p.term, p.class_name as "className",
    round(coalesce(p.average, c.mean) / 100.0, 2)::text as average,
    case when p.system = 'gpa' then round(c.points / nullif(c.units, 0) / 100.0, 2)::text end as gpa,
    p.rank as position, p.rank_of as "positionOf", c.passed, c.counted
  from students join past_terms p on (p.institution_id, p.student_id) = (students.institution_id, students.id)
  cross join lateral (select avg(r.total) as mean, sum(r.units * r.points)::numeric as points, sum(r.units) as units,
      count(*) filter (where r.passed)::int as passed, count(*)::int as counted
    from past_results r where (r.institution_id, r.past_term_id) = (p.institution_id, p.id)) c
  where ${and(seenWith(actor, maySeeResults), eq(students.id, recordId))}
  order by p.year desc, p.position desc`,
);
