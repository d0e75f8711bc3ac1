import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { line, optionalLine } from '#kernel/schemas.ts';
import { lockStudent } from '../lock-student.ts';
import { moveStudents } from './move-students.ts';
import { moveBetween, cannotBecome } from './student-moves.ts';
import { studentStatuses } from '../student-status.ts';

export const ChangeStatus = z.object({
  status: z.enum(studentStatuses, 'Choose a status.'),
  reason: line(300, 'The reason'),
  owedSeen: optionalLine(20, 'This'),
});

/** Changes the status as of today, for callers that name the status rather than the move. */
export async function changeStatus(tx: Tx, actor: Actor, studentId: number, input: z.infer<typeof ChangeStatus>) {
  const student = await lockStudent(tx, actor, studentId);
  allow(actor, 'students.changeStatus', student.institutionId);
  const kind = moveBetween(student.status, input.status);
  if (!kind) throw new ValidationError('status', cannotBecome([student], input.status));
  const onDate = today(membershipIn(actor, student.institutionId)!.timeZone);
  const { reason, owedSeen } = input;
  return moveStudents(tx, actor, kind, [studentId], { onDate, reason, owedSeen, keepsSignIn: true });
}
