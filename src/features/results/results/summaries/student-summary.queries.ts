import { and, eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import { query, type Db } from '#kernel/database.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import type { ResultSummary, ResultFigures } from '#features/people/students/result-summary.ts';
import { students } from '#features/people/students/students.schema.ts';
import { isFamily } from '../is-family.ts';
import { maySeeResults } from '../publication/published.queries.ts';

const summaryOf = cachedStatement(
  (actor) => sql`
  select r.institution_id as "institutionId", r.session, r.term, r.system, r.average::text as average,
    r.cumulative::text as cumulative, r.cgpa::text as cgpa, r.position, r.position_of as "positionOf", r.designation
  from students join result_summaries r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
  where ${and(seenWith(actor, maySeeResults), eq(students.id, recordId))}`,
);
const holdFor = cachedStatement((actor) => holdsQuery(and(seenWith(actor, maySeeResults), eq(students.id, recordId))!));

/** Where a student stands, for the overview of the record. A hold on report cards leaves a family the words why. */
export async function resultSummaryOf(db: Db, actor: Actor, studentId: number): Promise<ResultSummary | null> {
  const [[found], [hold]] = await Promise.all([
    query<ResultFigures & { institutionId: number }>(db, summaryOf(actor, { id: studentId })),
    isFamily(actor) ? query<Hold>(db, holdFor(actor, { id: studentId })) : [],
  ]);
  if (!found) return null;
  const { institutionId, ...figures } = found;
  if (can(actor, 'results.view', institutionId) || !hold?.remaining.includes('report_card')) return figures;
  return { isWithheld: true };
}
