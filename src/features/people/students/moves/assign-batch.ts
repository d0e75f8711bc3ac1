import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { lockBatch, type LockedBatch } from '#features/school/structure/batches/lock-batch.ts';
import { notifyClassTeachers } from '#features/school/structure/batches/notify-class-teachers.ts';
import { isEnrolled, studentStatusWords } from '../student-status.ts';
import { visibleTo } from '../students.policy.ts';
import { batchAssignments, enrolments, students } from '../students.schema.ts';
import { refuseSeats, takeSeats } from './take-seats.ts';

/** The names are the specification's (7.2). */
export const AssignBatch = z.object({
  batch_id: z.coerce.number({ error: 'Choose a {batch}.' }).int('Choose a {batch}.').positive('Choose a {batch}.'),
  student_ids: z
    .preprocess(
      (value) => (Array.isArray(value) || value === undefined ? value : [value]),
      z.array(id, { error: 'Select at least one student.' }),
    )
    .pipe(
      z.array(z.number()).min(1, 'Select at least one student.').max(5000, 'Assign at most 5,000 students at once.'),
    )
    .transform((ids) => [...new Set(ids)]),
});

/** Assigns students to a batch of the current session, all or none. Returns the id that an undo needs. */
export async function assignBatch(tx: Tx, actor: Actor, input: z.infer<typeof AssignBatch>) {
  const batch = await lockBatch(tx, actor, input.batch_id);
  allow(actor, 'students.assignBatch', batch.institutionId);
  const chosen = await lockStudents(tx, actor, batch, input.student_ids);
  const moving = chosen.filter(({ batchId }) => batchId !== batch.id).map(({ id: studentId }) => studentId);
  const fewer = moving.length > 1 ? 'Choose fewer students or another' : 'Choose another';
  await refuseSeats(tx, batch, moving.length, { field: 'batch_id', instead: `${fewer} ${batch.word}.` });
  const assignmentId = await moveAll(tx, actor, batch, moving);
  await record(tx, actor, 'students.assignBatch', {
    institutionId: batch.institutionId,
    summary: `assigned ${moving.length === 1 ? '1 student' : `${moving.length} students`} to ${batch.name}`,
    subject: { type: 'batch', id: batch.id },
    details: { assignment: assignmentId, students: moving },
  });
  if (moving.length)
    await notifyClassTeachers(tx, actor, {
      institutionId: batch.institutionId,
      batchId: batch.id,
      kind: 'students.assigned',
      title: `${moving.length === 1 ? '1 student was' : `${moving.length} students were`} assigned to ${batch.name}`,
      subject: `assignment:${assignmentId}`,
    });
  return { assignmentId, batch: { id: batch.id, name: batch.name }, moved: moving.length };
}

async function lockStudents(tx: Tx, actor: Actor, batch: LockedBatch, ids: number[]) {
  const rows = await tx
    .select({
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      status: students.status,
      batchId: students.batchId,
    })
    .from(students)
    .where(and(visibleTo(actor, students), eq(students.institutionId, batch.institutionId), inArray(students.id, ids)))
    .orderBy(students.id)
    .for('no key update');
  if (rows.length !== ids.length) throw new NotFound('student');
  const away = rows.find((row) => !isEnrolled(row.status));
  if (away) {
    const name = `${away.firstName} ${away.surname}`;
    throw new ValidationError(
      'student_ids',
      `${name} is ${studentStatusWords[away.status].toLowerCase()} and cannot be in ${withArticle(batch.word)}. Clear the selection of ${name}, then assign again.`,
    );
  }
  return rows;
}

async function moveAll(tx: Tx, actor: Actor, batch: LockedBatch, ids: number[]): Promise<number> {
  const { institutionId } = batch;
  const [assignment] = await tx
    .insert(batchAssignments)
    .values({ institutionId, batchId: batch.id, accountId: actor.accountId, studentCount: ids.length })
    .returning({ id: batchAssignments.id });
  if (ids.length === 0) return assignment!.id;
  await tx
    .update(enrolments)
    .set({
      toDate: sql`greatest(${enrolments.fromDate}, ${batch.today}::date)`,
      outcome: 'moved',
      closedByAssignmentId: assignment!.id,
    })
    .where(
      and(eq(enrolments.institutionId, institutionId), inArray(enrolments.studentId, ids), isNull(enrolments.toDate)),
    );
  await takeSeats(tx, {
    institutionId,
    seats: ids.map((studentId) => ({ studentId, batchId: batch.id })),
    from: batch.today,
    assignmentId: assignment!.id,
  });
  return assignment!.id;
}
