import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { retractTeacherNotice } from '#features/school/structure/batches/notify-class-teachers.ts';
import { batchAssignments, enrolments, students } from '../students.schema.ts';
import { lockReturnedSeats } from './assign-batch.ts';

/** Undoes an assignment: students return to their previous batches. Refused if one has moved since. */
export async function undoAssignment(tx: Tx, actor: Actor, assignmentId: number) {
  const assignment = await findAssignment(tx, actor, assignmentId);
  const { institutionId } = assignment;
  allow(actor, 'students.assignBatch', institutionId);
  const isMine = hasKey(batchAssignments, institutionId, assignmentId);
  const opened = and(
    eq(enrolments.institutionId, institutionId),
    eq(enrolments.assignmentId, assignmentId),
    isNull(enrolments.toDate),
  );
  const ids = (await tx.select({ id: enrolments.studentId }).from(enrolments).where(opened)).map((row) => row.id);
  await lockReturning(tx, actor, institutionId, assignmentId, ids);
  // Locked after batches and students, as in a move: the second of two undos at once finds it done.
  const [now] = await tx
    .select({ undoneAt: batchAssignments.undoneAt })
    .from(batchAssignments)
    .where(isMine)
    .for('no key update');
  if (now!.undoneAt) throw new Conflict('This assignment has already been undone.');
  const moved = new Conflict('Some of these students have moved since. Assign them again instead.');
  if (ids.length !== assignment.studentCount) throw moved;
  if (ids.length) {
    // A student may have been moved while this waited for the locks.
    const { rowCount } = await tx.delete(enrolments).where(opened);
    if (rowCount !== ids.length) throw moved;
    await tx
      .update(enrolments)
      .set({ toDate: null, outcome: null, closedByAssignmentId: null })
      .where(and(eq(enrolments.institutionId, institutionId), eq(enrolments.closedByAssignmentId, assignmentId)));
    await tx.execute(sql`update students s set updated_at = now(), batch_id = (
        select e.batch_id from enrolments e
        where e.institution_id = s.institution_id and e.student_id = s.id and e.to_date is null)
      where s.institution_id = ${institutionId} and s.id = any(${sql.param(ids)}::bigint[])`);
  }
  await tx
    .update(batchAssignments)
    .set({ undoneAt: sql`now()` })
    .where(isMine);
  await record(tx, actor, 'students.undoAssignment', {
    institutionId,
    summary: `undid the assignment of ${ids.length === 1 ? '1 student' : `${ids.length} students`} to ${assignment.batch}`,
    subject: { type: 'batch', id: assignment.batchId },
    details: { assignment: assignmentId, students: ids },
  });
  await retractTeacherNotice(tx, actor, {
    institutionId,
    batchId: assignment.batchId,
    kind: 'students.unassigned',
    title: `The assignment of ${ids.length === 1 ? '1 student' : `${ids.length} students`} to ${assignment.batch} was undone`,
    subject: `assignment:${assignmentId}`,
  });
  return { undone: ids.length, batch: assignment.batch };
}

/** Locks the batches that they return to, then the students. */
async function lockReturning(tx: Tx, actor: Actor, institutionId: number, assignmentId: number, ids: number[]) {
  const left = await tx
    .select({ batchId: enrolments.batchId })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.institutionId, institutionId),
        eq(enrolments.closedByAssignmentId, assignmentId),
        inArray(enrolments.studentId, ids),
      ),
    );
  await lockReturnedSeats(
    tx,
    institutionId,
    left.map(({ batchId }) => batchId),
    `Free a seat there, or assign them to another ${batchTerm(actor, institutionId)}.`,
  );
  await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), inArray(students.id, ids)))
    .orderBy(students.id)
    .for('no key update');
}

async function findAssignment(tx: Tx, actor: Actor, assignmentId: number) {
  const [row] = await tx
    .select({
      institutionId: batchAssignments.institutionId,
      batchId: batchAssignments.batchId,
      batch: batches.name,
      studentCount: batchAssignments.studentCount,
    })
    .from(batchAssignments)
    .innerJoin(batches, hasKey(batches, batchAssignments.institutionId, batchAssignments.batchId))
    .where(
      and(
        inArray(batchAssignments.institutionId, institutionsWhere(actor, 'students.assignBatch')),
        eq(batchAssignments.id, assignmentId),
      ),
    );
  if (!row) throw new NotFound('assignment');
  return row;
}
