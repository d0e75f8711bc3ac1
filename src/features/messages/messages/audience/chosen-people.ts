import { and, or, sql, type SQL } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { visibleTo as visibleEmployees } from '#features/people/employees/employees.policy.ts';
import { guardianList } from '#features/people/guardians/guardians.list.ts';
import { visibleTo as visibleGuardians } from '#features/people/guardians/guardians.policy.ts';
import { worksHere } from '#features/records/people/works-here.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { AudienceRule, PlainAudience } from './audience.ts';
import { refuseUnseen } from './audience-needs.ts';
import { chosenStudents, reachableStudents } from './chosen-students.ts';
import { idsOfList } from './ids-of-list.ts';

/*
 * Each query gives `kind`, `guardian_id`, `employee_id`, `student_id`, `sort_name`, `name`, `phone`, `email`, `takes_sms`
 * and `shows_contact`. Guardians are looked up one by one by their key, and the links to students are read at once: a join
 * would be planned by statistics that a table that was just filled does not have.
 */

/** Everyone whom an audience chooses; a guardian once for each child. Null if its rules choose nobody. */
export function chosenPeople(actor: Actor, institutionId: number, { of, by }: PlainAudience): SQL | null {
  refuseUnseen(actor, institutionId, by);
  if (of === 'employees') return chosenEmployees(actor, institutionId, by);
  const where = chosenStudents(actor, institutionId, by);
  if (of === 'students') return where && studentRows(actor, institutionId, where);
  const ways = [where && guardiansOf(actor, institutionId, where), pickedGuardians(actor, institutionId, by)];
  const found = ways.filter((way) => way !== null);
  return found.length ? sql.join(found, sql` union `) : null;
}

const nameOf = (table: typeof students | typeof guardians | typeof employees) =>
  sql`concat_ws(', ', ${table.surname}, concat_ws(' ', ${table.firstName}, ${table.middleName}))`;

const studentRows = (actor: Actor, institutionId: number, where: SQL) => sql`
  select 's' as kind, null::bigint as guardian_id, null::bigint as employee_id, ${students.id} as student_id,
    ${students.sortName} as sort_name, ${nameOf(students)} as name, coalesce(${students.mobile}, ${students.phone}) as phone,
    lower(${students.email}) as email, true as takes_sms,
    ${can(actor, 'students.view', institutionId) ? sql`true` : visibleStudents(actor, students, institutionId)} as shows_contact
  from ${students} where ${where}`;

const guardianRow = (actor: Actor, institutionId: number, student: SQL, takesSms: SQL) => sql`
  'g' as kind, ${guardians.id} as guardian_id, null::bigint as employee_id, ${student} as student_id,
    ${guardians.sortName} as sort_name, ${nameOf(guardians)} as name, coalesce(${guardians.mobile}, ${guardians.phone}) as phone,
    lower(${guardians.email}) as email, ${takesSms} as takes_sms,
    ${can(actor, 'guardians.view', institutionId) ? sql`true` : visibleGuardians(actor, guardians, institutionId)} as shows_contact`;

const isReachable = sql`${guardians.mergedIntoId} is null and ${guardians.anonymisedAt} is null`;

const guardiansOf = (actor: Actor, institutionId: number, where: SQL) => sql`
  select g.* from (
    select l.student_id, l.guardian_id, l.receives_sms from student_guardians l
    where l.institution_id = ${institutionId}
      and l.student_id = any (array(select ${students.id} from ${students} where ${where})) offset 0) l
  cross join lateral (
    select ${guardianRow(actor, institutionId, sql`l.student_id`, sql`l.receives_sms`)} from ${guardians}
    where ${guardians.institutionId} = ${institutionId} and ${guardians.id} = l.guardian_id and ${isReachable} offset 0) g`;

/** Guardians who were chosen themselves, with each of their children. */
function pickedGuardians(actor: Actor, institutionId: number, by: readonly AudienceRule[]): SQL | null {
  const ways = by.flatMap((rule) => {
    if (rule.kind === 'guardians') return [isOneOf(guardians.id, rule.ids)];
    if (rule.kind === 'list' && rule.people === 'guardians')
      return [sql`${guardians.id} in (${idsOfList(guardianList, actor, institutionId, rule.query)})`];
    return [];
  });
  if (ways.length === 0) return null;
  const isVisible = can(actor, 'messages.send', institutionId)
    ? visibleGuardians(actor, guardians, institutionId)
    : sql`${guardians.id} in (select l.guardian_id from student_guardians l
        where l.institution_id = ${institutionId} and l.student_id in (
          select ${students.id} from ${students} where ${reachableStudents(actor, institutionId)}))`;
  return sql`
  select ${guardianRow(actor, institutionId, sql`l.student_id`, sql`coalesce(l.receives_sms, true)`)} from ${guardians}
  left join lateral (
    select l.student_id, l.receives_sms from student_guardians l
    where l.institution_id = ${institutionId} and l.guardian_id = ${guardians.id}
      and l.student_id in (select ${students.id} from ${students}
        where ${students.institutionId} = ${institutionId} and ${students.id} = l.student_id
          and ${reachableStudents(actor, institutionId)} and ${students.anonymisedAt} is null) offset 0) l on true
  where ${guardians.institutionId} = ${institutionId} and ${isReachable} and ${isVisible} and (${or(...ways)})`;
}

function chosenEmployees(actor: Actor, institutionId: number, by: readonly AudienceRule[]): SQL | null {
  if (!can(actor, 'messages.send', institutionId)) return null;
  const ways = by.flatMap((rule): SQL[] => {
    switch (rule.kind) {
      case 'all':
        return [sql`true`];
      case 'department':
        return [sql`${employees.department} = any (${sql.param(rule.names)}::text[])`];
      case 'job_title':
        return [sql`${employees.jobTitle} = any (${sql.param(rule.names)}::text[])`];
      case 'employees':
        return [isOneOf(employees.id, rule.ids)];
      case 'list':
        return rule.people === 'employees'
          ? [sql`${employees.id} in (${idsOfList(employeeList, actor, institutionId, rule.query)})`]
          : [];
      default:
        return [];
    }
  });
  if (ways.length === 0) return null;
  return sql`
  select 'e' as kind, null::bigint as guardian_id, ${employees.id} as employee_id, null::bigint as student_id,
    ${employees.sortName} as sort_name, ${nameOf(employees)} as name, coalesce(${employees.mobile}, ${employees.phone}) as phone,
    lower(${employees.email}) as email, true as takes_sms, true as shows_contact
  from ${employees} where ${and(visibleEmployees(actor, employees, institutionId), worksHere(), or(...ways))}`;
}
