import { and, asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { courseOfferings, courses } from '#features/school/structure/structure.schema.ts';
import { visibleTo } from '../students.policy.ts';
import { studentElectives, students } from '../students.schema.ts';

/** The subjects of the student's batch with their teachers, and the student's electives. */
export const subjectsOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: courseOfferings.id,
      code: courses.code,
      title: courses.title,
      creditUnits: courses.creditUnits,
      electiveGroup: courses.electiveGroup,
      teacherSurname: employees.surname,
      teacherFirstName: employees.firstName,
      isChosen: sql<boolean>`${studentElectives.offeringId} is not null`,
    })
    .from(students)
    .innerJoin(
      courseOfferings,
      and(
        eq(courseOfferings.institutionId, students.institutionId),
        eq(courseOfferings.batchId, students.batchId),
        eq(courseOfferings.isCarryOver, false),
      ),
    )
    .innerJoin(
      courses,
      and(eq(courses.institutionId, courseOfferings.institutionId), eq(courses.id, courseOfferings.courseId)),
    )
    .leftJoin(
      employees,
      and(eq(employees.institutionId, courseOfferings.institutionId), eq(employees.id, courseOfferings.employeeId)),
    )
    .leftJoin(
      studentElectives,
      and(
        eq(studentElectives.institutionId, students.institutionId),
        eq(studentElectives.studentId, students.id),
        eq(studentElectives.offeringId, courseOfferings.id),
      ),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(sql`lower(${courses.title})`, asc(courses.code));

export type Subject = Awaited<ReturnType<typeof subjectsOf>>[number];
