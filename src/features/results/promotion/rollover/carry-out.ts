import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { today, type Day } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, id, list, optionalLine } from '#kernel/schemas.ts';
import { notifyClassTeachers } from '#features/school/structure/batches/notify-class-teachers.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { refuseUnseenDebts, leavingDebts } from '#features/people/students/moves/student-moves.ts';
import { lockSeats, takeSeats } from '#features/people/students/moves/assign-batch.ts';
import { countOf } from '#ui/format.ts';
import { outcomeCountsText } from '../decisions/approve-promotion.ts';
import { staysIn, type Outcome } from '../outcomes.ts';
import { lockSessionOfPromotion, type SessionChoice } from '../promotion.access.ts';
import { classesOf } from '../rules/save-rule.ts';
import {
  placeStudents,
  placings,
  type Placing,
  batchesOfSession,
  leaving,
  waitingDecisions,
  type StudentToPlace,
} from './place-students.ts';
import { moveStudents } from '#features/people/students/moves/move-students.ts';

export const CarryOut = z.object({
  sessionId: id,
  classIds: list(id),
  placing: choice(placings),
  /** What the person saw that graduates and withdrawn students owe. */
  owedSeen: optionalLine(20, 'This'),
});

/** The notice to class teachers, by which an undo finds it. */
export const noticeOf = (runId: number, batchId: number) => `promotion:${runId}:${batchId}`;

/**
 * Carries out what is approved, all or nothing: enrolments in the next session, repeaters in the same class again,
 * graduates and withdrawn students leave. Locks the session, then batches, then students (decision 0017).
 */
export async function carryOut(
  tx: Tx,
  actor: Actor,
  { sessionId, classIds, placing, owedSeen }: z.output<typeof CarryOut>,
): Promise<{ runId: number; students: number; words: string }> {
  const session = await lockSessionOfPromotion(tx, actor, sessionId);
  const { institutionId } = session;
  allow(actor, 'students.changeStatus', institutionId);
  allow(actor, 'students.assignBatch', institutionId);
  const next = nextOf(session);
  const before = await waitingDecisions(tx, session, classIds);
  if (before.length === 0)
    throw new ValidationError('form', 'No approved promotion here is waiting to be carried out.');
  const nextBatches = await batchesOfSession(tx, institutionId, next.id);
  await lockSeats(tx, institutionId, [
    ...nextBatches.map((batch) => batch.id),
    ...before.map(({ batchId }) => batchId),
  ]);
  await lockStudents(
    tx,
    actor,
    before.map(({ studentId }) => studentId),
  );
  // Somebody may have been moved, or a seat taken, while this waited.
  const waiting = await waitingDecisions(tx, session, classIds);
  await refuseUnseenDebts(tx, actor, institutionId, leaving(waiting), owedSeen);
  const seats = await plan(tx, actor, session, { waiting, placing, sessionName: next.name });
  const day = today(membershipIn(actor, institutionId)!.timeZone);
  const [run] = await query<{ id: number }>(tx)`
    insert into promotion_runs (institution_id, session_id, to_session_id, students, account_id)
      values (${institutionId}, ${sessionId}, ${next.id}, ${waiting.length}, ${actor.accountId}::bigint) returning id::bigint as id`;
  const runId = run!.id;
  const opened = await moveOn(tx, institutionId, waiting, seats, day);
  const moveIds = await leave(tx, actor, session, waiting, day);
  await settle(tx, { institutionId, sessionId, runId, moveIds }, waiting, opened);
  const words = outcomeCountsText(waiting);
  await record(tx, actor, 'promotion.carryOut', {
    institutionId,
    summary: `closed ${session.name} for ${countOf(waiting.length, 'student')}: ${words}`,
    subject: { type: 'session', id: sessionId },
    details: { run: runId, to: next.id, placing, students: waiting.length },
  });
  for (const [batchId, here] of Map.groupBy(seats, ([, batch]) => batch))
    await notifyClassTeachers(tx, actor, {
      institutionId,
      batchId,
      kind: 'promotion.carriedOut',
      subject: noticeOf(runId, batchId),
      title: `${countOf(here.length, 'student')} of ${session.name} ${here.length === 1 ? 'joins' : 'join'} ${nextBatches.find((one) => one.id === batchId)!.name}`,
    });
  return { runId, students: waiting.length, words };
}

function nextOf({ name, isClosed, next }: SessionChoice) {
  if (isClosed) throw new ValidationError('form', `${name} is closed. Reopen the session first.`);
  if (!next) throw new ValidationError('form', `No session follows ${name}. Add it with its terms first.`);
  if (!next.isCurrent)
    throw new ValidationError(
      'form',
      `${next.name} is not the current session. Make it current first, then carry this out.`,
    );
  return next;
}

async function plan(
  tx: Tx,
  actor: Actor,
  { institutionId, next }: SessionChoice,
  { waiting, placing, sessionName }: { waiting: StudentToPlace[]; placing: Placing; sessionName: string },
): Promise<Map<number, number>> {
  const { batch, batches } = termsOf(membershipIn(actor, institutionId)!.terminology);
  const names = new Map((await classesOf(tx, institutionId)).map((one) => [one.id, one.name]));
  const staying = waiting.filter(({ outcome }) => staysIn(outcome) !== 'leaves');
  const stuck = staying.find(({ outcome, nextClassId }) => staysIn(outcome) === 'next' && nextClassId === null);
  if (stuck)
    throw new ValidationError(
      'form',
      `${names.get(stuck.classId)} no longer has a next class. Set its next class first.`,
    );
  return placeStudents(
    staying.map(({ studentId, classId, nextClassId, arm, average, outcome, chosen }) => ({
      studentId,
      arm,
      average,
      chosen,
      isRepeating: outcome === 'repeat',
      classId: outcome === 'repeat' ? classId : nextClassId!,
    })),
    await batchesOfSession(tx, institutionId, next!.id),
    placing,
    {
      session: sessionName,
      word: batch.toLowerCase(),
      words: batches.toLowerCase(),
      className: (classId) => names.get(classId)!,
    },
  );
}

const enrolmentOutcome: Partial<Record<Outcome, string>> = {
  promoted: 'promoted',
  on_trial: 'on_trial',
  repeat: 'repeated',
};

/** Ends the enrolments of those who stay at the school, and enrols them in the next session. */
async function moveOn(tx: Tx, institutionId: number, waiting: StudentToPlace[], seats: Map<number, number>, day: Day) {
  const staying = waiting.filter(({ studentId }) => seats.has(studentId));
  const rows = staying.map(({ enrolmentId, outcome }) => ({ id: enrolmentId, outcome: enrolmentOutcome[outcome] }));
  await tx.execute(sql`update enrolments e set to_date = greatest(e.from_date, ${day}::date), outcome = n.outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, outcome text)
    where e.institution_id = ${institutionId} and e.id = n.id`);
  if (staying.length === 0) return new Map<number, number>();
  return takeSeats(tx, {
    institutionId,
    seats: staying.map(({ studentId }) => ({ studentId, batchId: seats.get(studentId)! })),
    from: day,
  });
}

/** Graduates keep their sign-in, for transcripts and statements. Returns the changes of status. */
async function leave(
  tx: Tx,
  actor: Actor,
  session: SessionChoice,
  waiting: StudentToPlace[],
  onDate: Day,
): Promise<number[]> {
  const moveIds: number[] = [];
  for (const [kind, outcome, reason] of [
    ['graduate', 'graduated', `Completed the programme in ${session.name}`],
    ['withdraw', 'withdrawn', `Withdrawn at the end of ${session.name}`],
  ] as const) {
    const ids = waiting.filter((one) => one.outcome === outcome).map(({ studentId }) => studentId);
    if (ids.length === 0) continue;
    // The person has seen what all of them owe; this is the part of these.
    const owedSeen = (await leavingDebts(tx, actor, ids))?.seen;
    const { moveId } = await moveStudents(tx, actor, kind, ids, { onDate, reason, owedSeen, keepsSignIn: true });
    const rows = await query<{ id: number }>(tx)`
      select id::bigint as id from student_moves where institution_id = ${session.institutionId}
        and (id = ${moveId} or together_id = ${moveId})`;
    moveIds.push(...rows.map((row) => row.id));
  }
  return moveIds;
}

/** Says in the decisions, and in the run, what was done. */
async function settle(
  tx: Tx,
  run: { institutionId: number; sessionId: number; runId: number; moveIds: number[] },
  waiting: StudentToPlace[],
  opened: Map<number, number>,
): Promise<void> {
  const { institutionId, sessionId, runId, moveIds } = run;
  const rows = waiting.map(({ studentId, enrolmentId }) => ({
    studentId,
    enrolmentId,
    opened: opened.get(studentId) ?? null,
  }));
  await tx.execute(sql`update promotion_decisions d set run_id = ${runId}, closed_enrolment_id = n."enrolmentId",
      opened_enrolment_id = n.opened
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("studentId" bigint, "enrolmentId" bigint, opened bigint)
    where d.institution_id = ${institutionId} and d.session_id = ${sessionId} and d.student_id = n."studentId"`);
  await tx.execute(sql`update promotion_runs set move_ids = ${sql.param(moveIds)}::bigint[]
    where institution_id = ${institutionId} and id = ${runId}`);
}
