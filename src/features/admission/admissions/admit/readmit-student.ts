import { and, eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { academicSessions, batches } from '#features/school/structure/structure.schema.ts';
import { lockStudent } from '#features/people/students/lock-student.ts';
import { assignBatch } from '#features/people/students/moves/assign-batch.ts';
import { moveStudents } from '#features/people/students/moves/move-students.ts';
import { movesFrom } from '#features/people/students/moves/student-moves.ts';
import { studentStatusWords } from '#features/people/students/student-status.ts';
import type { LockedApplication } from '../lock-applications.ts';

/** A returning student continues the old record, which keeps its number and its history. */
export async function readmitStudent(
  tx: Tx,
  actor: Actor,
  application: LockedApplication,
  { batch_id }: { batch_id: number | null },
) {
  const { institutionId } = application;
  const batchId = batch_id ?? (await chosenArm(tx, application));
  const { timeZone } = membershipIn(actor, institutionId)!;
  const student = await lockStudent(tx, actor, application.returningStudentId!);
  if (movesFrom(student.status).includes('readmit'))
    await moveStudents(tx, actor, 'readmit', [student.id], {
      onDate: today(timeZone),
      reason: 'Returned by application',
      batchId,
    });
  else if (student.status === 'active') {
    if (batchId !== null && batchId !== student.batchId)
      await assignBatch(tx, actor, { batch_id: batchId, student_ids: [student.id] });
  } else
    throw new Conflict(
      `${student.firstName} ${student.surname} is ${studentStatusWords[student.status].toLowerCase()} and can’t return by an application.`,
    );
  return { studentId: student.id, admissionNumber: student.admissionNumber };
}

/** The arm that the applicant chose. In a session to come nobody has one yet. */
async function chosenArm(tx: Tx, { institutionId, returningBatchId }: LockedApplication): Promise<number | null> {
  if (returningBatchId === null) return null;
  const [arm] = await tx
    .select({ id: batches.id })
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(
      and(
        eq(batches.institutionId, institutionId),
        eq(batches.id, returningBatchId),
        eq(academicSessions.isCurrent, true),
      ),
    );
  return arm?.id ?? null;
}
