import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { programRules } from '#features/results/results/record/program-rules.queries.ts';
import { recordFigures, type RecordFigures } from '#features/results/results/record/record-figures.ts';
import { studentRecords } from '#features/results/results/record/student-records.ts';
import type { ProgramRule } from '#features/results/results/record/program-rules.queries.ts';
import { readinessOf, type Readiness } from './readiness.ts';

export interface StudentFigures {
  rule: ProgramRule;
  figures: RecordFigures;
  readiness: Readiness;
}

/** The records of students with what they lack to graduate, by student. For a snapshot. */
export async function candidateFigures(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, StudentFigures>> {
  const records = await studentRecords(db, { institutionId, studentIds });
  const rules = await programRules(db, institutionId, studentIds);
  const needs = await needsOf(db, institutionId, studentIds);
  return new Map(
    [...rules].map(([id, rule]) => {
      const own = records.get(id)!;
      const figures = recordFigures(own, rule);
      const { required, lastTerms } = needs.get(id)!;
      return [id, { rule, figures, readiness: readinessOf({ records: own, figures, rule, required, lastTerms }) }];
    }),
  );
}

interface Needs {
  id: number;
  required: string[];
  lastTerms: { id: number; name: string }[];
}

/** The compulsory courses with an examination of the last batch of each session, and the terms of the latest session. */
async function needsOf(db: Db, institutionId: number, studentIds: readonly number[]): Promise<Map<number, Needs>> {
  const rows = await query<Needs>(
    db,
    sql`select u.id::int as id, coalesce(r.codes, '[]') as required, coalesce(t.terms, '[]') as "lastTerms"
    from unnest(${sql.param([...studentIds])}::bigint[]) u (id)
    cross join lateral (select json_agg(distinct c.code) as codes from (
        select distinct on (e.session_id) e.batch_id from enrolments e
        where (e.institution_id, e.student_id) = (${institutionId}, u.id)
        order by e.session_id, e.from_date desc, e.id desc) e
      join course_offerings o on (o.institution_id, o.batch_id) = (${institutionId}, e.batch_id) and not o.is_carry_over
      join courses c on (c.institution_id, c.id) = (${institutionId}, o.course_id)
        and c.elective_group is null and not c.no_exam offset 0) r
    cross join lateral (select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position) as terms
      from terms t where (t.institution_id, t.session_id) = (${institutionId}, (
        select e.session_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, u.id)
        order by e.from_date desc, e.id desc limit 1)) offset 0) t`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
