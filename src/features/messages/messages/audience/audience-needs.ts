import { and, eq, inArray, sql, type SQL, or } from 'drizzle-orm';
import { todayIn } from '#kernel/database/day-in.ts';
import { can, type Actor, membershipIn } from '#kernel/actor.ts';
import { type Db, isOneOf } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { needsOfAll } from '#kernel/messages/needs.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { guardianList } from '#features/people/guardians/guardians.list.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { messageGroups } from '../messages.schema.ts';
import type { Audience, AudienceRule, PlainAudience } from './audience.ts';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { visibleTo as visibleEmployees } from '#features/people/employees/employees.policy.ts';
import { visibleTo as visibleGuardians } from '#features/people/guardians/guardians.policy.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { employees, guardians } from '#features/records/people/people.schema.ts';
import { visibleTo as visibleStudents, batchesTaughtBy, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { sendsOwnOnly } from '../messages.policy.ts';

const lists = { students: studentList, guardians: guardianList, employees: employeeList };
const byDebts: Permission = 'fees.view';
const byAbsence: Permission = 'attendance.view';

/** The list that a rule is of, as it was filtered: the whole of it, or people who were ticked in it. */
function listOf(rule: AudienceRule) {
  if (rule.kind === 'list') return { list: lists[rule.people], query: rule.query };
  if ((rule.kind === 'students' || rule.kind === 'guardians' || rule.kind === 'employees') && rule.query)
    return { list: lists[rule.kind], query: rule.query };
  return null;
}

/** What a report told of the people that were taken from it. */
const needsOfReport = (rule: AudienceRule): Permission[] =>
  'needs' in rule && rule.needs ? (rule.needs as Permission[]) : [];

/** What it reveals of people that these rules choose them, as messages store it: needs.ts. */
export const needsOfRules = (by: readonly AudienceRule[]): string | null =>
  needsOfAll(
    by.flatMap((rule): Permission[] => {
      if (rule.kind === 'debtors') return [byDebts];
      if (rule.kind === 'absent') return [byAbsence];
      const from = listOf(rule);
      return [...needsOfReport(rule), ...(from ? from.list.revealedBy(filterOf(from.list, from.query)) : [])];
    }),
  );

/** The same for an audience, with the rules of its groups as they are now. */
export async function needsOfAudience(db: Db, institutionId: number, { by }: Pick<Audience, 'by'>) {
  const ids = by.flatMap((rule) => (rule.kind === 'group' ? rule.ids : []));
  const groups = ids.length
    ? await db
        .select({ audience: messageGroups.audience })
        .from(messageGroups)
        .where(and(eq(messageGroups.institutionId, institutionId), inArray(messageGroups.id, ids)))
    : [];
  return needsOfRules([...by, ...groups.flatMap(({ audience }) => audience.by)]);
}

/** Refuses rules by data that the actor can't see: choosing by it reveals it. */
export function refuseUnseen(actor: Actor, institutionId: number, by: readonly AudienceRule[]): void {
  for (const rule of by) {
    if (rule.kind === 'debtors' && !can(actor, byDebts, institutionId))
      throw new NotAllowed('You don’t have permission to see fees owed, so you can’t choose recipients by it.');
    if (rule.kind === 'absent' && !can(actor, byAbsence, institutionId))
      throw new NotAllowed('You don’t have permission to see absences, so you can’t choose recipients by them.');
    if (needsOfReport(rule).some((permission) => !can(actor, permission, institutionId)))
      throw new NotAllowed('You don’t have permission to see how these recipients were chosen.');
    const from = listOf(rule);
    if (from) from.list.allow(actor, { ...filterOf(from.list, from.query), institution_id: institutionId });
  }
}

/** Rules as the audit log may show them: without those by which its readers would learn something of the chosen. */
export const loggedRules = ({ of, by }: Pick<Audience, 'of' | 'by'>) => ({
  of,
  by: by.map((rule) => (needsOfRules([rule]) ? { kind: rule.kind, rule: 'not shown' } : rule)),
});

interface WholeList {
  Filter: z.ZodType;
  allow(actor: Actor, filter: object): void;
  whole(actor: Actor, filter: object): { table: unknown; where: (SQL | undefined)[] };
}

/** A query of the ids of everyone in a list, as its address filters it. A restricted filter needs its permission. */
function idsOfList(list: WholeList, actor: Actor, institutionId: number, query: string): SQL {
  const values = { ...filterOf(list, query), institution_id: institutionId };
  list.allow(actor, values);
  const { table, where } = list.whole(actor, values);
  const columns = table as Record<'id', SQL>;
  return sql`select ${columns.id} from ${table as PgTable} where ${and(...where)}`;
}

/** The filter that an address means. */
function filterOf(list: Pick<WholeList, 'Filter'>, query: string): object {
  const filter = list.Filter.safeParse(parametersOf(query));
  if (!filter.success) throw new ValidationError('audience', 'The list you came from has expired. Open it again.');
  return filter.data as object;
}

/** An address may name a parameter several times. */
function parametersOf(query: string): Record<string, string | string[]> {
  const found = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(found.keys())]
      .filter((name) => name !== 'after')
      .map((name) => {
        const values = found.getAll(name);
        return [name.replace(/\[\]$/, ''), values.length > 1 ? values : values[0]!];
      }),
  );
}

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

/** Students that the actor can write to, or to whose guardians. */
function reachableStudents(actor: Actor, institutionId: number): SQL {
  if (!sendsOwnOnly(actor, institutionId)) return visibleTo(actor, students, institutionId);
  const { employeeIds } = membershipIn(actor, institutionId)!;
  if (employeeIds.length === 0) return sql`false`;
  const taught = batchesTaughtBy(institutionId, employeeIds);
  return sql`${eq(students.institutionId, institutionId)} and ${students.mergedIntoId} is null and ${students.batchId} in ${taught}`;
}

const present = sql`${students.status} in ('active', 'suspended')`;

/** The condition of the students that the rules choose; null if none of them is about students. */
function chosenStudents(actor: Actor, institutionId: number, by: readonly AudienceRule[]): SQL | null {
  const places = by.map((rule) => placeOf(actor, institutionId, rule)).filter((place) => place !== null);
  const debts = by.flatMap((rule) => (rule.kind === 'debtors' ? [owesMoreThan(institutionId, rule.above)] : []));
  const absences = by.some(({ kind }) => kind === 'absent') ? [isAbsentToday(institutionId)] : [];
  if (places.length === 0 && debts.length === 0 && absences.length === 0) return null;
  return and(
    reachableStudents(actor, institutionId),
    sql`${students.anonymisedAt} is null and ${students.status} <> 'deceased'`,
    places.length ? or(...places) : undefined,
    ...debts,
    ...absences,
  )!;
}

function placeOf(actor: Actor, institutionId: number, rule: AudienceRule): SQL | null {
  switch (rule.kind) {
    case 'all':
      return present;
    case 'batch':
      return sql`(${present} and ${isOneOf(students.batchId, rule.ids)})`;
    case 'class':
      return sql`(${present} and ${students.batchId} in (${batchesOf(institutionId, sql`b.class_id`, rule.ids)}))`;
    case 'program':
      return sql`(${present} and ${students.batchId} in (${batchesOf(institutionId, sql`c.program_id`, rule.ids)}))`;
    case 'session':
      return sql`${students.id} in (select e.student_id from enrolments e
        where e.institution_id = ${institutionId} and ${isOneOf(sql`e.session_id`, rule.ids)})`;
    case 'students':
      return isOneOf(students.id, rule.ids);
    case 'list':
      return rule.people === 'students'
        ? sql`${students.id} in (${idsOfList(studentList, actor, institutionId, rule.query)})`
        : null;
    default:
      return null;
  }
}

const batchesOf = (institutionId: number, column: SQL, ids: number[]) => sql`
  select b.id from batches b join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
  where b.institution_id = ${institutionId} and ${isOneOf(column, ids)}`;

const isAbsentToday = (institutionId: number): SQL =>
  sql`${students.id} in (select m.student_id from attendance_marks m where m.institution_id = ${institutionId} and m.kind = 'absent'
    and m.on_date = ${todayIn(institutionId)})`;

const owesMoreThan = (institutionId: number, above: number): SQL =>
  sql`${students.id} in (select o.student_id from student_balances o
    where o.institution_id = ${institutionId} and o.owed > ${above}::bigint)`;
