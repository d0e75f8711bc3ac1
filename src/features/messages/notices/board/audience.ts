import { sql, type SQL } from 'drizzle-orm';
import type { Actor, ActorInstitution } from '#kernel/actor.ts';

/*
 * Who is concerned by a notice `n`: the same rule asked in two ways. Students who have left, and their guardians, are
 * not.
 */

const ofDepartment = sql`(n.departments = '{}' or e.department = any (n.departments))`;
const ofClass = sql`s.status in ('active', 'suspended') and s.merged_into_id is null
  and (n.batch_ids = '{}' and n.class_ids = '{}' or s.batch_id = any (n.batch_ids) or s.batch_id in (
    select b.id from batches b where b.institution_id = n.institution_id and b.class_id = any (n.class_ids)))`;

/** The published notices `n` that concern the actor today. Every read of the board starts here. */
export function onBoardOf(actor: Actor): SQL {
  const ways = actor.institutions.flatMap((membership) => {
    const concerned = concernedIn(membership);
    const today = sql`(now() at time zone ${membership.timeZone})::date`;
    return concerned.length === 0
      ? []
      : [
          sql`(n.institution_id = ${membership.id} and n.from_day <= ${today} and (n.until_day is null or n.until_day >= ${today})
            and (${sql.join(concerned, sql` or `)}))`,
        ];
  });
  return ways.length ? sql`n.state = 'published' and (${sql.join(ways, sql` or `)})` : sql`false`;
}

function concernedIn({ isOwner, employeeIds, studentIds, guardianIds }: ActorInstitution): SQL[] {
  const anyOf = (ids: number[]) => sql`any (${sql.param(ids)}::bigint[])`;
  return [
    // Owners without an employee record read what is for all employees.
    ...(isOwner ? [sql`(n.to_employees and n.departments = '{}')`] : []),
    ...(employeeIds.length
      ? [
          sql`(n.to_employees and exists (select from employees e where e.institution_id = n.institution_id
            and e.id = ${anyOf(employeeIds)} and ${ofDepartment}))`,
        ]
      : []),
    ...(studentIds.length
      ? [
          sql`(n.to_students and exists (select from students s where s.institution_id = n.institution_id
            and s.id = ${anyOf(studentIds)} and ${ofClass}))`,
        ]
      : []),
    ...(guardianIds.length
      ? [
          sql`(n.to_guardians and exists (select from student_guardians g
            join students s on (s.institution_id, s.id) = (g.institution_id, g.student_id)
            where g.institution_id = n.institution_id and g.guardian_id = ${anyOf(guardianIds)} and ${ofClass}))`,
        ]
      : []),
  ];
}

export type Reader = 'employee' | 'student' | 'guardian';

/** The accounts that a notice concerns: of all its readers, or of one kind. */
export const accountsConcerned = (institutionId: number, noticeId: number, only: Reader | null = null): SQL => {
  const of = (reader: Reader) => sql`${only === null || only === reader}::boolean`;
  return sql`
  select m.account_id from notices n join memberships m on m.institution_id = n.institution_id and m.suspended_at is null
  join accounts a on a.id = m.account_id and a.disabled_at is null
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and (
    ${of('employee')} and n.to_employees and m.employee_id is not null and exists (select from employees e
      where (e.institution_id, e.id) = (m.institution_id, m.employee_id) and e.left_on is null and ${ofDepartment})
    or ${of('student')} and n.to_students and m.student_id is not null and exists (select from students s
      where (s.institution_id, s.id) = (m.institution_id, m.student_id) and ${ofClass})
    or ${of('guardian')} and n.to_guardians and m.guardian_id is not null and exists (select from student_guardians g
      join students s on (s.institution_id, s.id) = (g.institution_id, g.student_id)
      where (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id) and ${ofClass}))
  group by m.account_id`;
};

/** The students in the classes of a notice, for themselves and their guardians. */
export const studentsConcerned = (institutionId: number, noticeId: number): SQL => sql`
  select s.id from notices n join students s on s.institution_id = n.institution_id
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and ${ofClass}`;

/** The employees in the departments of a notice. */
export const employeesConcerned = (institutionId: number, noticeId: number): SQL => sql`
  select e.id from notices n join employees e on e.institution_id = n.institution_id
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and e.left_on is null and ${ofDepartment}`;
