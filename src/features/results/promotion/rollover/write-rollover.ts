import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Day } from '#kernel/dates.ts';
import { query, type Tx } from '#kernel/database.ts';
import { leavingDebts } from '#features/people/students/moves/leaving-debts.ts';
import { moveStudents } from '#features/people/students/moves/move-students.ts';
import { takeSeats } from '#features/people/students/moves/take-seats.ts';
import type { Outcome } from '../outcomes.ts';
import type { SessionChoice } from '../promotion.access.ts';
import type { Waiting } from './rollover.queries.ts';

const enrolmentOutcome: Partial<Record<Outcome, string>> = {
  promoted: 'promoted',
  on_trial: 'on_trial',
  repeat: 'repeated',
};

/** Ends the enrolments of those who stay at the school, and enrols them in the next session. */
export async function moveOn(tx: Tx, institutionId: number, waiting: Waiting[], seats: Map<number, number>, day: Day) {
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
export async function leave(
  tx: Tx,
  actor: Actor,
  session: SessionChoice,
  waiting: Waiting[],
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
    const rows = await query<{ id: number }>(
      tx,
      sql`select id::int as id from student_moves where institution_id = ${session.institutionId}
        and (id = ${moveId} or together_id = ${moveId})`,
    );
    moveIds.push(...rows.map((row) => row.id));
  }
  return moveIds;
}

/** Says in the decisions, and in the run, what was done. */
export async function settle(
  tx: Tx,
  run: { institutionId: number; sessionId: number; runId: number; moveIds: number[] },
  waiting: Waiting[],
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
