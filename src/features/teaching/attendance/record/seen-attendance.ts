import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { batchesTaughtBy, childrenOf, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';

export const seeingOfStudents = ['attendance.view', 'attendance.viewOwn', 'attendance.viewSelf'] as const;

/** Visible students whose attendance the actor can see: all, those taught, or themselves and their own children. */
export const seenAttendance = (actor: Actor, wanted?: number): SQL =>
  and(visibleTo(actor, students, wanted), or(...ways(actor)) ?? sql`false`)!;

const ways = (actor: Actor): SQL[] =>
  institutionsWhere(actor, ...seeingOfStudents).flatMap((id) => {
    const { permissions, employeeIds, studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = eq(students.institutionId, id);
    if (permissions.has('attendance.view')) return [here];
    const own: SQL[] = [];
    if (permissions.has('attendance.viewOwn') && employeeIds.length)
      own.push(inArray(students.batchId, batchesTaughtBy(id, employeeIds)));
    if (permissions.has('attendance.viewSelf')) {
      if (studentIds.length) own.push(inArray(students.id, studentIds));
      if (guardianIds.length) own.push(inArray(students.id, childrenOf(id, guardianIds)));
    }
    return own.length ? [and(here, or(...own))!] : [];
  });
