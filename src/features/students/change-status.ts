import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { lockStudent } from './lock-student.ts';
import { isEnrolled, movesFrom, studentStatuses, studentStatusWords } from './student-status.ts';
import { enrolments, students } from './students.schema.ts';

export const ChangeStatus = z.object({
  status: z.enum(studentStatuses, 'Choose a status.'),
  reason: line(300, 'The reason'),
});

/** Moves a student along the allowed moves. Leaving the school closes the enrolment and frees the place in the batch. */
export async function changeStatus(tx: Tx, actor: Actor, studentId: number, input: z.infer<typeof ChangeStatus>) {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId } = student;
  allow(actor, 'students.changeStatus', institutionId);
  const name = `${student.firstName} ${student.surname}`;
  if (!movesFrom(student.status).includes(input.status)) {
    throw new Refused(
      'status',
      `${name} is ${studentStatusWords[student.status].toLowerCase()} and cannot become ${studentStatusWords[input.status].toLowerCase()}.`,
    );
  }
  const leaves = isEnrolled(student.status) && !isEnrolled(input.status);
  if (leaves) {
    const outcome = input.status as 'graduated' | 'withdrawn' | 'transferred' | 'deceased';
    const day = today(membershipIn(actor, institutionId)!.timeZone);
    await tx
      .update(enrolments)
      .set({ toDate: sql`greatest(${enrolments.fromDate}, ${day}::date)`, outcome })
      .where(
        and(
          eq(enrolments.institutionId, institutionId),
          eq(enrolments.studentId, studentId),
          isNull(enrolments.toDate),
        ),
      );
  }
  await tx
    .update(students)
    .set({ status: input.status, updatedAt: sql`now()`, ...(leaves && { batchId: null }) })
    .where(and(eq(students.institutionId, institutionId), eq(students.id, studentId)));
  await record(tx, actor, 'students.changeStatus', {
    institutionId,
    summary: `set ${name} from ${studentStatusWords[student.status].toLowerCase()} to ${studentStatusWords[input.status].toLowerCase()}`,
    subject: { type: 'student', id: studentId },
    details: { from: student.status, to: input.status, reason: input.reason, batch: student.batchId },
  });
}
