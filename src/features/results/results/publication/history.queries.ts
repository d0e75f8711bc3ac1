import { and, eq, sql } from 'drizzle-orm';
import { accountNameIn } from '#kernel/account-name.ts';
import { cachedStatement, recordId } from '#kernel/database/cached-query.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';

/** A published result of a term that was corrected: the first one, and each that replaced it. */
export interface HistoryRow {
  id: number;
  institutionId: number;
  term: string;
  session: string;
  publishedAt: string;
  isCurrent: boolean;
  average: string | null;
  cgpa: string | null;
  gpaForm: GpaForm | null;
  correctionId: number | null;
  reason: string | null;
  asker: string | null;
  decider: string | null;
}

/** Terms that were corrected, for those who see the results of all students. */
export const historyFor = cachedStatement(
  (actor) => sql`
  select r.id::bigint as id, r.institution_id as "institutionId", r.content ->> 'term' as term,
    r.content ->> 'session' as session, to_json(r.published_at) #>> '{}' as "publishedAt",
    r.replaced_at is null as "isCurrent", r.content #>> '{summary,average}' as average,
    r.content #>> '{summary,cgpa,value}' as cgpa, r.content #>> '{rule,gpaForm}' as "gpaForm", r.correction_id::bigint as "correctionId", c.reason,
    ${accountNameIn(sql`c.account_id`)} as asker, ${accountNameIn(sql`a.decided_by`)} as decider
  from students join published_results r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
    and exists (select from published_results o where (o.institution_id, o.student_id, o.term_id)
      = (r.institution_id, r.student_id, r.term_id) and o.correction_id is not null)
  left join result_corrections c on (c.institution_id, c.id) = (r.institution_id, r.correction_id)
  left join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
  where ${and(seenWith(actor, ['results.view', 'results.view']), eq(students.id, recordId))}
  order by r.seq desc`,
);
