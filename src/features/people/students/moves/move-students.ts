import { and, eq, inArray, sql, isNull } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany, record } from '#kernel/audit.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { today, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { revokeStudentAccess } from '#features/access/accounts/revoke-student-access.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { checkMoveDates } from './check-move-dates.ts';
import { lockStudents, type MovingStudent } from '../lock-student.ts';
import type { MoveInput } from './move-fields.ts';
import { studentMove, type MoveKind, refuseWrongStates, asksAboutDebt, refuseUnseenDebts } from './student-moves.ts';
import { isEnrolled } from '../student-status.ts';
import { notifyTeachers } from './notify-teachers.ts';
import { type Tx, render, query } from '#kernel/database.ts';
import { lockBatch, type LockedBatch } from '#features/school/structure/batches/lock-batch.ts';
import { studentMoves, students, enrolments, type MoveContent, certificates } from '../students.schema.ts';
import { refuseSeats, takeSeats } from './assign-batch.ts';
import { counterName, formatNumber, take } from '#kernel/counters.ts';
import type { TransferContent } from '../certificates/transfer.pdf.ts';

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
      `Choose ${withArticle(batchTerm(actor, institutionId))} of the student’s institution.`,
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

const pattern = 'TC/{year}/{seq:4}';

/** Issues the transfer certificate with the year's next number. A failed transfer releases the number. */
async function issueTransfer(
  tx: Tx,
  actor: Actor,
  student: typeof students.$inferSelect,
  moveId: number,
  input: MoveInput,
  issuedOn: Day,
) {
  const { institutionId } = student;
  const content = await contentOf(tx, student, input);
  const parts = { year: Number(issuedOn.slice(0, 4)) };
  const number = formatNumber(
    pattern,
    parts,
    await take(tx, institutionId, counterName('transfer-certificate', pattern, parts)),
  );
  const [certificate] = await tx
    .insert(certificates)
    .values({
      institutionId,
      kind: 'transfer',
      number,
      studentId: student.id,
      moveId,
      issuedOn,
      content,
      accountId: actor.accountId,
    })
    .returning({ id: certificates.id });
  await record(tx, actor, 'certificates.issue', {
    institutionId,
    summary: `issued the transfer certificate ${number} to ${student.firstName} ${student.surname}`,
    subject: { type: 'student', id: student.id },
    details: { certificate: certificate!.id, number },
  });
  return { id: certificate!.id, number };
}

/** The enrolment is already closed, so the latest one is the last class. */
async function contentOf(tx: Tx, student: typeof students.$inferSelect, input: MoveInput): Promise<TransferContent> {
  const rows = await query<{
    institution: string;
    place: string | null;
    state: string | null;
    since: Day | null;
    class: string | null;
    batch: string | null;
    session: string | null;
    program: string | null;
  }>(tx, render)`
    select i.name as institution, i.city as place, o.name as state, last.class, last.batch, last.session, last.program,
      (select min(from_date)::text from enrolments e where e.institution_id = i.id and e.student_id = ${student.id}) as since
    from institutions i
    left join states o on o.id = ${student.stateId}
    left join lateral (
      select c.name as class, b.name as batch, y.name as session, p.name as program
      from enrolments e
      join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
      join academic_sessions y on (y.institution_id, y.id) = (e.institution_id, e.session_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      where e.institution_id = i.id and e.student_id = ${student.id}
      order by e.from_date desc, e.id desc limit 1) last on true
    where i.id = ${student.institutionId}`;
  const known = rows[0]!;
  const days = [student.admissionDate, known.since].filter((day) => day !== null).toSorted();
  return {
    institution: known.institution,
    surname: student.surname,
    firstName: student.firstName,
    middleName: student.middleName,
    admissionNumber: student.admissionNumber,
    registrationNumber: student.registrationNumber,
    gender: student.gender,
    birthDate: student.birthDate,
    stateOfOrigin: known.state ?? student.stateName,
    attendedFrom: days[0] ?? null,
    attendedUntil: input.onDate,
    lastClass: known.class,
    lastBatch: known.batch,
    session: known.session,
    program: known.program,
    reason: input.reason ?? '',
    destination: input.destination ?? null,
    place: known.place,
  };
}
