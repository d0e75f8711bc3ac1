import { sql, type SQL } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';

/*
 * A guardian with an account sees all of a linked child's record, including restricted data. So one user alone can link
 * such a guardian to a child only if the school has reason to know the family:
 * 1. at the child's admission: the record was added within a day and has no guardian yet;
 * 2. for a sibling: another guardian of the child shares a child with this one, by links that this person did not make
 *    within a day (links to the child itself count when they are of its admission).
 * Everything else needs approval. Owners are exempt: they see everything and can assign any role.
 */

const isRecent = (moment: SQL) => sql`${moment} > now() - interval '24 hours'`;

/** The links that need approval, as 'student:guardian'. */
export async function outsidersOf(
  db: Db,
  /** The account that adds the link. */
  { institutionId, by }: { institutionId: number; by: SQL },
  studentIds: number[],
  guardianIds: number[],
): Promise<ReadonlySet<string>> {
  if (studentIds.length === 0 || guardianIds.length === 0) return new Set();
  const touched = (student: SQL) => sql`exists (select from audit_entries e where e.institution_id = ${institutionId}
    and e.account_id = who.id and e.subject_type = 'student' and e.subject_id = ${student} and ${isRecent(sql`e.at`)}
    and e.action ~* '(\\.link|relink|merge|import|undo)')`;
  const rows = await query<{ student: string; guardian: string }>(db, render)`
    with who as (select ${by} as id), signing as (
      select distinct m.guardian_id as id from memberships m
      where m.institution_id = ${institutionId} and m.guardian_id = any(${sql.param(guardianIds)}::bigint[]))
    select s.id as student, g.id as guardian from who, signing g join students s
      on s.institution_id = ${institutionId} and s.id = any(${sql.param(studentIds)}::bigint[])
    where not exists (select from accounts a where a.id = who.id and (a.is_group_administrator or exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = a.id and m.institution_id = ${institutionId} and m.suspended_at is null and r.key = 'owner')))
      and not exists (select from student_guardians l
        where l.institution_id = s.institution_id and l.student_id = s.id and l.guardian_id = g.id)
      and not (${isRecent(sql`s.created_at`)} and not exists (select from student_guardians l
        where l.institution_id = s.institution_id and l.student_id = s.id))
      and not exists (select from student_guardians here
        join student_guardians other on other.institution_id = here.institution_id and other.guardian_id = here.guardian_id
          and other.student_id <> s.id
        join student_guardians own on own.institution_id = here.institution_id and own.student_id = other.student_id
          and own.guardian_id = g.id
        where here.institution_id = s.institution_id and here.student_id = s.id and here.guardian_id <> g.id
          and (${isRecent(sql`s.created_at`)} or not ${touched(sql`s.id`)}) and not ${touched(sql`other.student_id`)})`;
  return new Set(rows.map(({ student, guardian }) => `${student}:${guardian}`));
}
