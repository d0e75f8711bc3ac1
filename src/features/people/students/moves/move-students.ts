import { and, eq, inArray, sql, isNull } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { revokeStudentAccess } from '#features/access/accounts/revoke-student-access.ts';
import { batchWord } from '#features/school/structure/batches/batch-word.ts';
import { issueTransfer } from '../certificates/issue-transfer.ts';
import { checkMoveDates } from './check-move-dates.ts';
import { asksAboutDebt, refuseUnseenDebts } from './leaving-debts.ts';
import { lockStudents, type MovingStudent } from '../lock-student.ts';
import type { MoveInput } from './move-fields.ts';
import { studentMove, type MoveKind } from './student-moves.ts';
import { refuseWrongStates } from './wrong-states.ts';
import { isEnrolled } from '../student-status.ts';
import { notifyTeachers } from './notify-teachers.ts';
import type { Tx } from '#kernel/database.ts';
import { lockBatch, type LockedBatch } from '#features/school/structure/batches/lock-batch.ts';
import { studentMoves, students, enrolments, type MoveContent } from '../students.schema.ts';
import { refuseSeats, takeSeats } from './take-seats.ts';

/**
 * Moves one or several students, all or none. An exit closes the enrolment on that date and frees the seat; a transfer
 * issues its certificate. Returns the move to undo, and the certificate.
 */
export async function moveStudents(tx: Tx, actor: Actor, kind: MoveKind, studentIds: number[], input: MoveInput) {
  const batch = input.batchId ? await lockBatch(tx, actor, input.batchId) : null;
  const chosen = await lockStudents(tx, actor, studentIds);
  const { institutionId } = chosen[0]!;
  allow(actor, 'students.changeStatus', institutionId);
  refuseWrongStates(kind, chosen);
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  await checkMoveDates(tx, kind, chosen, input, day);
  if (batch) await refuseBatch(tx, actor, batch, institutionId);
  const debts = asksAboutDebt(kind)
    ? await refuseUnseenDebts(tx, actor, institutionId, studentIds, input.owedSeen)
    : new Map<number, number>();

  const { to, usually, did } = studentMove[kind];
  const reason = input.reason ?? usually;
  const contents = new Map(chosen.map((one): [number, MoveContent] => [one.id, { batchId: one.batchId }]));
  const leaves = !isEnrolled(to);
  if (leaves) await closeEnrolments(tx, institutionId, to, input.onDate, contents);
  if (kind === 'decease' || (leaves && !input.keepsSignIn)) {
    for (const [id, signIns] of await revokeStudentAccess(tx, institutionId, studentIds))
      contents.get(id)!.signIns = signIns;
  }
  await tx
    .update(students)
    .set({ status: to, updatedAt: sql`now()`, ...(leaves && { batchId: null }) })
    .where(and(eq(students.institutionId, institutionId), inArray(students.id, studentIds)));
  if (batch) await enrol(tx, batch, chosen[0]!.id, input.onDate, contents);

  const moves = await tx
    .insert(studentMoves)
    .values(
      chosen.map((one) => ({
        institutionId,
        studentId: one.id,
        fromStatus: one.status,
        toStatus: to,
        onDate: input.onDate,
        reason,
        untilDate: input.untilDate,
        destination: input.destination,
        accountId: actor.accountId,
        content: contents.get(one.id)!,
      })),
    )
    .returning({ id: studentMoves.id });
  const moveId = moves[0]!.id;
  if (moves.length > 1)
    await tx
      .update(studentMoves)
      .set({ togetherId: moveId })
      .where(
        and(
          eq(studentMoves.institutionId, institutionId),
          inArray(
            studentMoves.id,
            moves.map(({ id }) => id),
          ),
        ),
      );
  const certificate = kind === 'transfer' ? await issueTransfer(tx, actor, chosen[0]!, moveId, input, day) : null;
  await recordMany(
    tx,
    actor,
    'students.changeStatus',
    chosen.map((one) => ({
      institutionId,
      summary: `${did} ${one.firstName} ${one.surname}`,
      subject: { type: 'student', id: one.id },
      details: {
        from: one.status,
        to,
        reason,
        on: input.onDate,
        batch: one.batchId,
        ...(input.untilDate && { until: input.untilDate }),
        ...(input.destination && { destination: input.destination }),
        ...(debts.has(one.id) && { owed: debts.get(one.id) }),
        ...(certificate && { certificate: certificate.number }),
        ...(contents.get(one.id)!.signIns && { signIn: 'ended' }),
      },
    })),
  );
  await notifyTeachers(tx, actor, kind, { institutionId, moveId, chosen, input, batch });
  return { moveId, certificate, students: chosen, institutionId };
}

async function refuseBatch(tx: Tx, actor: Actor, batch: LockedBatch, institutionId: number) {
  allow(actor, 'students.assignBatch', institutionId);
  if (batch.institutionId !== institutionId)
    throw new ValidationError(
      'batchId',
      `Choose ${withArticle(batchWord(actor, institutionId))} of the student’s institution.`,
    );
  const instead = `Choose another ${batch.word}, or assign one later.`;
  await refuseSeats(tx, batch, 1, { field: 'batchId', instead });
}

async function closeEnrolments(
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

async function enrol(
  tx: Tx,
  { institutionId, id: batchId }: LockedBatch,
  studentId: number,
  from: string,
  contents: Map<number, MoveContent>,
) {
  const opened = await takeSeats(tx, { institutionId, seats: [{ studentId, batchId }], from });
  Object.assign(contents.get(studentId)!, { openedEnrolmentId: opened.get(studentId), openedBatchId: batchId });
}
