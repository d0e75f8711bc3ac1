import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { academicSessions, batches } from '#features/school/structure/structure.schema.ts';
import { visibleTo } from '../students.policy.ts';
import { enrolments, studentMoves, students } from '../students.schema.ts';

/** A student's batches, latest first. */
export const enrolmentsOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: enrolments.id,
      batch: batches.name,
      session: academicSessions.name,
      fromDate: enrolments.fromDate,
      toDate: enrolments.toDate,
      outcome: enrolments.outcome,
      /** The user who assigned the student, if it was done by hand. */
      assignedBy: sql<
        string | null
      >`(select ${accountNameOf(sql`a.name`, sql`a.username`)} from batch_assignments b join accounts a on a.id = b.account_id
        where b.institution_id = ${enrolments.institutionId} and b.id = ${enrolments.assignmentId})`,
    })
    .from(enrolments)
    .innerJoin(
      students,
      and(eq(students.institutionId, enrolments.institutionId), eq(students.id, enrolments.studentId)),
    )
    .innerJoin(batches, and(eq(batches.institutionId, enrolments.institutionId), eq(batches.id, enrolments.batchId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, enrolments.institutionId), eq(academicSessions.id, enrolments.sessionId)),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId)))
    .orderBy(desc(enrolments.fromDate), desc(enrolments.id));

export type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number];

/** Status changes, latest first. */
export const movesOf = (db: Db, actor: Actor, studentId: number) =>
  db
    .select({
      id: studentMoves.id,
      fromStatus: studentMoves.fromStatus,
      toStatus: studentMoves.toStatus,
      onDate: studentMoves.onDate,
      untilDate: studentMoves.untilDate,
      destination: studentMoves.destination,
      reason: studentMoves.reason,
    })
    .from(studentMoves)
    .innerJoin(
      students,
      and(eq(students.institutionId, studentMoves.institutionId), eq(students.id, studentMoves.studentId)),
    )
    .where(and(visibleTo(actor, students), eq(students.id, studentId), isNull(studentMoves.undoneAt)))
    .orderBy(desc(studentMoves.onDate), desc(studentMoves.id));

export type Move = Awaited<ReturnType<typeof movesOf>>[number];
