import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';
import type { MovedStudent, Run } from './undo-rollover.ts';

/**
 * Why a run can't be undone any more; null if it can. Marks, registrations and invoices of the new session would hang in the air; a
 * student who has moved since is for a person to decide about.
 */
export async function whyStands(tx: Tx, run: Run, moved: MovedStudent[]): Promise<string | null> {
  const { institutionId, toSessionId, toSession, createdAt, moveIds } = run;
  const ids = sql.param(moved.map(({ studentId }) => studentId));
  const names = async (query: SQL) => {
    const found = new Set((await rowsOf<{ id: number }>(tx, query)).map(({ id }) => id));
    return moved.filter(({ studentId }) => found.has(studentId)).map(({ name }) => name);
  };
  const marked = await names(sql`
    select distinct m.student_id::int as id from marks m join terms t on (t.institution_id, t.id) = (m.institution_id, m.term_id)
    where m.institution_id = ${institutionId} and t.session_id = ${toSessionId} and m.student_id = any (${ids}::bigint[])`);
  if (marked.length > 0) return said(marked, `already have marks in ${toSession}`, `already has marks in ${toSession}`);
  const registered = await names(sql`
    select distinct r.student_id::int as id from course_registrations r
    join terms t on (t.institution_id, t.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and t.session_id = ${toSessionId} and r.student_id = any (${ids}::bigint[])`);
  if (registered.length > 0)
    return said(registered, `have registered courses of ${toSession}`, `has registered courses of ${toSession}`);
  const billed = await names(sql`
    select distinct student_id::int as id from invoices where institution_id = ${institutionId} and session_id = ${toSessionId}
      and cancelled_at is null and created_at >= ${createdAt}::timestamptz and student_id = any (${ids}::bigint[])`);
  if (billed.length > 0)
    return said(
      billed,
      `have been billed for ${toSession}: cancel the invoices first`,
      `was billed for ${toSession}: cancel the invoice first`,
    );
  const elsewhere = await names(sql`
    select d.student_id::int as id from promotion_decisions d
    join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    where d.institution_id = ${institutionId} and d.run_id = ${run.id} and (s.anonymised_at is not null or case
      when d.opened_enrolment_id is null then s.batch_id is not null or s.status <> d.outcome or exists (
        select from student_moves m where (m.institution_id, m.student_id) = (d.institution_id, d.student_id)
          and m.undone_at is null and m.id > all (${sql.param(moveIds)}::bigint[]))
      else not exists (select from enrolments e where (e.institution_id, e.id) = (d.institution_id, d.opened_enrolment_id)
        and e.to_date is null) end)`);
  if (elsewhere.length > 0) return said(elsewhere, 'have moved since', 'has moved since');
  return null;
}

function said(names: string[], many: string, one: string): string {
  const [first] = names;
  if (names.length === 1) return `${first} ${one}. This can’t be undone as a whole any more.`;
  return `${countOf(names.length, 'student')} ${many}, ${first} among them. This can’t be undone as a whole any more.`;
}
