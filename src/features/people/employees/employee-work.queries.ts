import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import {
  academicSessions,
  batchTeachers,
  batches,
  courseOfferings,
  courses,
} from '#features/school/structure/structure.schema.ts';
import { visibleTo } from './employees.policy.ts';

/** The classes and subjects of an employee, latest session first. */
export const workOf = (db: Db, actor: Actor, employeeId: number) => workWhere(db, mine(actor, employeeId));
export type EmployeeWork = Awaited<ReturnType<typeof workOf>>;

/** The same for open batches only: the work to hand over. */
export const openWorkOf = (db: Db, actor: Actor, employeeId: number) =>
  workWhere(db, and(mine(actor, employeeId), isNull(batches.closedAt), isNull(academicSessions.closedAt))!);

const mine = (actor: Actor, employeeId: number) => and(visibleTo(actor, employees), eq(employees.id, employeeId))!;

async function workWhere(db: Db, where: SQL) {
  const [classes, taught] = await Promise.all([classesLed(db, where), coursesTaught(db, where)]);
  return { classes, courses: taught };
}

const classesLed = (db: Db, where: SQL) =>
  db
    .select({ batchId: batches.id, batch: batches.name, session: academicSessions.name, closedAt: batches.closedAt })
    .from(batchTeachers)
    .innerJoin(
      employees,
      and(eq(employees.institutionId, batchTeachers.institutionId), eq(employees.id, batchTeachers.employeeId)),
    )
    .innerJoin(
      batches,
      and(eq(batches.institutionId, batchTeachers.institutionId), eq(batches.id, batchTeachers.batchId)),
    )
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(where)
    .orderBy(desc(academicSessions.startsOn), asc(batches.name));

const coursesTaught = (db: Db, where: SQL) =>
  db
    .select({
      offeringId: courseOfferings.id,
      batchId: batches.id,
      batch: batches.name,
      session: academicSessions.name,
      code: courses.code,
      course: courses.title,
      closedAt: batches.closedAt,
    })
    .from(courseOfferings)
    .innerJoin(
      employees,
      and(eq(employees.institutionId, courseOfferings.institutionId), eq(employees.id, courseOfferings.employeeId)),
    )
    .innerJoin(
      batches,
      and(eq(batches.institutionId, courseOfferings.institutionId), eq(batches.id, courseOfferings.batchId)),
    )
    .innerJoin(
      courses,
      and(eq(courses.institutionId, courseOfferings.institutionId), eq(courses.id, courseOfferings.courseId)),
    )
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(where)
    .orderBy(desc(academicSessions.startsOn), asc(batches.name), asc(courses.title));
