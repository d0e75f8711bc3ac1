import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { countOf } from '#ui/format.ts';
import type { MovedStudent, Run } from './undo-rollover.ts';

/**
 * Why a run can't be undone any more; null if it can. The declarations of the tables that lead to a student and a session
 * say what stands in the way in the new session; a student who has moved since is for a person to decide about.
 */
export async function rolloverBlockers(
  tx: Tx,
  personalData: PersonalDataRegistry,
  run: Run,
  moved: MovedStudent[],
): Promise<string | null> {
  const { institutionId, toSessionId, toSession, createdAt, moveIds } = run;
  const ids = sql.param(moved.map(({ studentId }) => studentId));
  const namesOf = (found: readonly { id: number }[]) => {
    const all = new Set(found.map(({ id }) => id));
    return moved.filter(({ studentId }) => all.has(studentId)).map(({ name }) => name);
  };
  const place = { institutionId, sessionId: toSessionId, since: createdAt };
  const declared = personalData
    .tablesOf('student')
    .flatMap(({ table, inSession }) => (inSession && 'stands' in inSession ? [{ table, ...inSession }] : []));
  const obstacles = await query<{ at: number; id: number }>(
    tx,
    sql.join(
      declared.map(
        ({ table, stands }, at) => sql`select ${at}::int as at, t.student_id::int as id from ${sql.identifier(table)} t
          where t.institution_id = ${institutionId} and t.student_id = any (${ids}::bigint[]) and ${stands(place)}`,
      ),
      sql` union `,
    ),
  );
  const first = Math.min(...obstacles.map(({ at }) => at));
  const found = declared[first];
  if (found) {
    const { one, many, advice } = found;
    return said(
      namesOf(obstacles.filter(({ at }) => at === first)),
      `${many} ${toSession}${advice?.many ?? ''}`,
      `${one} ${toSession}${advice?.one ?? ''}`,
    );
  }
  const elsewhere = await query<{ id: number }>(
    tx,
    sql`
    select d.student_id::int as id from promotion_decisions d
    join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    where d.institution_id = ${institutionId} and d.run_id = ${run.id} and (s.anonymised_at is not null or case
      when d.opened_enrolment_id is null then s.batch_id is not null or s.status <> d.outcome or exists (
        select from student_moves m where (m.institution_id, m.student_id) = (d.institution_id, d.student_id)
          and m.undone_at is null and m.id > all (${sql.param(moveIds)}::bigint[]))
      else not exists (select from enrolments e where (e.institution_id, e.id) = (d.institution_id, d.opened_enrolment_id)
        and e.to_date is null) end)`,
  );
  if (elsewhere.length > 0) return said(namesOf(elsewhere), 'have moved since', 'has moved since');
  return null;
}

function said(names: string[], many: string, one: string): string {
  const [first] = names;
  if (names.length === 1) return `${first} ${one}. This can’t be undone as a whole any more.`;
  return `${countOf(names.length, 'student')} ${many}, ${first} among them. This can’t be undone as a whole any more.`;
}
