import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { restoreStudentAccess } from '#features/access/accounts/revoke-student-access.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { retractTeacherNotice } from '#features/school/structure/batches/notify-class-teachers.ts';
import { isEnrolled } from '../student-status.ts';
import { visibleTo } from '../students.policy.ts';
import { certificates, enrolments, studentMoves, students } from '../students.schema.ts';
import { lockReturnedSeats } from './assign-batch.ts';
import { movedInBatch } from './notify-teachers.ts';

type MoveRow = typeof studentMoves.$inferSelect;
const graceHours = 1;

/** Undoes a move, with all others of the same bulk change. Refused if a student has moved since. */
export async function undoMove(tx: Tx, actor: Actor, moveId: number) {
  const moves = await findMoves(tx, actor, moveId);
  const { institutionId } = moves[0]!;
  allow(actor, 'students.changeStatus', institutionId);
  if (moves[0]!.undoneAt) throw new Conflict('This has already been undone.');
  if (Date.now() - moves[0]!.createdAt.getTime() > graceHours * 3_600_000)
    throw new Conflict('The undo period has ended. Readmit the student instead.');
  const ids = moves.map(({ id }) => id);
  const issued = await tx.$count(
    certificates,
    and(eq(certificates.institutionId, institutionId), inArray(certificates.moveId, ids)),
  );
  if (issued) throw new Conflict('A transfer certificate was issued. Void it and readmit the student instead.');

  const returning = moves.flatMap(({ content }) => (content.closedEnrolmentId && content.batchId) || []);
  await lockReturnedSeats(
    tx,
    institutionId,
    returning,
    `Free a seat there, or readmit into another ${batchTerm(actor, institutionId)}.`,
  );
  await refuseIfMovedOn(tx, institutionId, moves);
  for (const move of moves) await putBack(tx, move);
  const signIns = moves.flatMap(({ content }) => content.signIns ?? []);
  await restoreStudentAccess(tx, {
    memberships: signIns.flatMap((one) => one.memberships),
    disabled: signIns.flatMap((one) => one.disabled),
  });
  await tx
    .update(studentMoves)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(studentMoves.institutionId, institutionId), inArray(studentMoves.id, ids)));
  await recordMany(
    tx,
    actor,
    'students.undoMove',
    moves.map(({ studentId, fromStatus, toStatus }) => ({
      institutionId,
      summary: `undid the change of status to ${toStatus}`,
      subject: { type: 'student', id: studentId },
      details: { from: toStatus, to: fromStatus, move: moveId },
    })),
  );
  const told = new Set(moves.flatMap(({ content }) => content.openedBatchId ?? content.batchId ?? []));
  for (const batchId of told)
    await retractTeacherNotice(tx, actor, {
      institutionId,
      batchId,
      kind: 'students.moveUndone',
      subject: movedInBatch(moveId, batchId),
      title: 'A change that you were notified about was undone',
    });
  return moves.length;
}

async function findMoves(tx: Tx, actor: Actor, moveId: number): Promise<MoveRow[]> {
  const moves = await tx
    .select()
    .from(studentMoves)
    .where(
      and(
        inArray(studentMoves.institutionId, institutionsWhere(actor, 'students.changeStatus')),
        or(eq(studentMoves.togetherId, moveId), and(eq(studentMoves.id, moveId), isNull(studentMoves.togetherId))),
      ),
    )
    .orderBy(studentMoves.id);
  const ids = new Set(moves.map(({ studentId }) => studentId));
  const seen = await tx.$count(students, and(visibleTo(actor, students), inArray(students.id, [...ids])));
  if (moves.length === 0 || seen < ids.size) throw new NotFound('move');
  return moves;
}

async function refuseIfMovedOn(tx: Tx, institutionId: number, moves: MoveRow[]) {
  const rows = await tx
    .select()
    .from(students)
    .where(
      and(
        eq(students.institutionId, institutionId),
        inArray(
          students.id,
          moves.map(({ studentId }) => studentId),
        ),
        isNull(students.mergedIntoId),
        isNull(students.anonymisedAt),
      ),
    )
    .orderBy(students.id)
    .for('no key update');
  // Locked after the students, as in moves and merges: the second of two undos at once finds it done.
  const undone = await tx
    .select({ undoneAt: studentMoves.undoneAt })
    .from(studentMoves)
    .where(
      and(
        eq(studentMoves.institutionId, institutionId),
        inArray(
          studentMoves.id,
          moves.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(studentMoves.id)
    .for('no key update');
  if (undone.some(({ undoneAt }) => undoneAt)) throw new Conflict('This has already been undone.');
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { rows: later } = await tx.execute(sql`select 1 from student_moves m, student_moves mine
    where mine.institution_id = ${institutionId} and mine.id = any(${sql.param(moves.map(({ id }) => id))}::bigint[])
      and m.institution_id = ${institutionId} and m.student_id = mine.student_id and m.id > mine.id and m.undone_at is null limit 1`);
  const hasMoved = moves.some(({ studentId, toStatus, content }) => {
    const row = byId.get(studentId);
    const left = isEnrolled(toStatus) ? (content.openedBatchId ?? content.batchId ?? null) : null;
    return row?.status !== toStatus || row.batchId !== left;
  });
  if (hasMoved || later.length) throw new Conflict('The record has changed since. Review it and try again.');
}

async function putBack(tx: Tx, { institutionId, studentId, fromStatus, content }: MoveRow) {
  const { closedEnrolmentId, openedEnrolmentId } = content;
  const mine = (id: number) => hasKey(enrolments, institutionId, id);
  if (openedEnrolmentId) await tx.delete(enrolments).where(mine(openedEnrolmentId));
  if (closedEnrolmentId)
    await tx.update(enrolments).set({ toDate: null, outcome: null }).where(mine(closedEnrolmentId));
  await tx
    .update(students)
    .set({ status: fromStatus, batchId: content.batchId ?? null, updatedAt: sql`now()` })
    .where(hasKey(students, institutionId, studentId));
}
