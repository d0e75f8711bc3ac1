import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { LockedBatch } from '#features/school/structure/batches/lock-batch.ts';
import { enrolments, type MoveContent } from '../students.schema.ts';
import { takeSeats } from './take-seats.ts';
import type { MovingStudent } from './move-students.ts';

export async function closeEnrolments(
  tx: Tx,
  institutionId: number,
  outcome: MovingStudent['status'],
  toDate: string,
  contents: Map<number, MoveContent>,
) {
  const closed = await tx
    .update(enrolments)
    .set({ toDate, outcome: outcome as 'withdrawn' })
    .where(
      and(
        eq(enrolments.institutionId, institutionId),
        inArray(enrolments.studentId, [...contents.keys()]),
        isNull(enrolments.toDate),
      ),
    )
    .returning({ id: enrolments.id, studentId: enrolments.studentId });
  for (const { id, studentId } of closed) contents.get(studentId)!.closedEnrolmentId = id;
}

export async function enrol(
  tx: Tx,
  { institutionId, id: batchId }: LockedBatch,
  studentId: number,
  from: string,
  contents: Map<number, MoveContent>,
) {
  const opened = await takeSeats(tx, { institutionId, seats: [{ studentId, batchId }], from });
  Object.assign(contents.get(studentId)!, { openedEnrolmentId: opened.get(studentId), openedBatchId: batchId });
}
