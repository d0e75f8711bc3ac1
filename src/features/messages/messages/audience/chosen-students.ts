import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { batchesTaughtBy, visibleTo } from '#features/people/students/students.policy.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { students } from '#features/people/students/students.schema.ts';
import { sendsOwnOnly } from '../messages.policy.ts';
import type { AudienceRule } from './audience.ts';
import { idsOfList } from './ids-of-list.ts';

/** Students that the actor can write to, or to whose guardians. */
export function reachableStudents(actor: Actor, institutionId: number): SQL {
  if (!sendsOwnOnly(actor, institutionId)) return visibleTo(actor, students, institutionId);
  const { employeeIds } = membershipIn(actor, institutionId)!;
  if (employeeIds.length === 0) return sql`false`;
  const taught = batchesTaughtBy(institutionId, employeeIds);
  return sql`${eq(students.institutionId, institutionId)} and ${students.mergedIntoId} is null and ${students.batchId} in ${taught}`;
}

const present = sql`${students.status} in ('active', 'suspended')`;

/** The condition of the students that the rules choose; null if none of them is about students. */
export function chosenStudents(actor: Actor, institutionId: number, by: readonly AudienceRule[]): SQL | null {
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
    and m.on_date = (select (now() at time zone i.time_zone)::date from institutions i where i.id = ${institutionId}))`;

const owesMoreThan = (institutionId: number, above: number): SQL =>
  sql`${students.id} in (select o.student_id from student_balances o
    where o.institution_id = ${institutionId} and o.owed > ${above}::bigint)`;
