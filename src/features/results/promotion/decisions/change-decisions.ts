import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound, ValidationError } from '#kernel/errors.ts';
import { choice, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { countOf, textName } from '#ui/format.ts';
import { outcomes, staysIn, type Outcome } from '../outcomes.ts';
import { lockSessionOfPromotion, type SessionChoice } from '../promotion.access.ts';
import { proposalsOf, type StudentProposal } from '../proposal/proposals.ts';

export const ChangeDecisions = z.object({
  sessionId: id,
  classId: id,
  studentIds: list(id),
  outcome: choice({ ...outcomes, rule: 'As the rule proposes' }),
  /** The next batch, chosen by hand. */
  nextBatchId: emptyIsNull(id),
  reason: emptyIsNull(line(300, 'The reason')),
});

/** Decides about students by hand, with a reason, or returns them to what the rule proposes. */
export async function changeDecisions(
  tx: Tx,
  actor: Actor,
  { sessionId, classId, studentIds, outcome, nextBatchId, reason }: z.output<typeof ChangeDecisions>,
): Promise<number> {
  const session = await lockSessionOfPromotion(tx, actor, sessionId);
  const { institutionId } = session;
  allow(actor, 'students.changeStatus', institutionId);
  if (studentIds.length === 0) throw new ValidationError('studentIds', 'Choose at least one student.');
  const { classes, students } = await proposalsOf(tx, { institutionId, sessionId, classIds: [classId] });
  const wanted = new Set(studentIds);
  const chosen = students.filter(({ studentId }) => wanted.has(studentId));
  if (chosen.length < wanted.size) throw new NotFound('student');
  const settled = chosen.find(({ state }) => state !== 'proposed' && state !== 'changed');
  if (settled)
    throw new Conflict(
      `The promotion of ${textName(settled)} is already approved. Withdraw the approval first, then change it.`,
    );
  const of = classes.get(classId)!;
  if (outcome === 'rule') await forget(tx, session, studentIds);
  else {
    refuseOutcome(outcome, of.nextClassId === null, of.name);
    const differs = chosen.some(({ proposed }) => proposed !== outcome);
    if (differs && !reason) throw new ValidationError('reason', 'Enter a reason. The approver sees it.');
    const target = staysIn(outcome) === 'next' ? of.nextClassId : staysIn(outcome) === 'same' ? of.id : null;
    if (nextBatchId !== null) await refuseBatch(tx, session, nextBatchId, target);
    await keep(tx, actor, session, { chosen, outcome, nextBatchId, reason });
  }
  await record(tx, actor, 'promotion.decide', {
    institutionId,
    summary: `${outcome === 'rule' ? 'returned to the rule' : `decided “${outcomes[outcome]}” for`} ${countOf(chosen.length, 'student')} of ${of.name}, ${session.name}`,
    subject: { type: 'session', id: sessionId },
    details: { outcome, reason, nextBatchId, students: chosen.map(({ studentId }) => studentId) },
  });
  return chosen.length;
}

function refuseOutcome(outcome: Outcome, isLast: boolean, name: string): void {
  if (isLast && staysIn(outcome) === 'next')
    throw new ValidationError(
      'outcome',
      `${name} has no next class. Choose “${outcomes.graduated}”, or set the next class.`,
    );
  if (!isLast && outcome === 'graduated')
    throw new ValidationError('outcome', `${name} is not the last class. Choose another outcome.`);
}

async function refuseBatch(tx: Tx, { institutionId, next }: SessionChoice, batchId: number, classId: number | null) {
  const [batch] = await query<{ name: string; fits: boolean; isClosed: boolean }>(tx)`
    select name, (class_id, session_id) = (${classId}::bigint, ${next?.id ?? null}::bigint) as fits,
      closed_at is not null as "isClosed" from batches where institution_id = ${institutionId} and id = ${batchId}`;
  if (!batch) throw new ValidationError('nextBatchId', 'Choose one from the list.');
  if (!batch.fits)
    throw new ValidationError('nextBatchId', `${batch.name} does not fit the outcome. Choose another one.`);
  if (batch.isClosed) throw new ValidationError('nextBatchId', `${batch.name} is closed. Choose an open one.`);
}

const forget = (tx: Tx, { institutionId, id: sessionId }: SessionChoice, studentIds: number[]) =>
  tx.execute(sql`delete from promotion_decisions where institution_id = ${institutionId} and session_id = ${sessionId}
    and student_id = any (${sql.param(studentIds)}::bigint[]) and approved_at is null`);

interface Decided {
  chosen: StudentProposal[];
  outcome: Outcome;
  nextBatchId: number | null;
  reason: string | null;
}

async function keep(tx: Tx, actor: Actor, { institutionId, id: sessionId }: SessionChoice, decided: Decided) {
  const { chosen, outcome, nextBatchId, reason } = decided;
  const rows = chosen.map(({ studentId, batchId, proposed }) => ({ studentId, batchId, proposed }));
  await tx.execute(sql`
    insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, note,
      account_id, next_batch_id)
    select ${institutionId}, ${sessionId}, n."studentId", n."batchId", ${outcome}, n.proposed, ${reason},
      ${actor.accountId}::bigint, ${nextBatchId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("studentId" bigint, "batchId" bigint, proposed text)
    order by n."studentId"
    on conflict (institution_id, session_id, student_id) do update set (batch_id, outcome, proposed, note, account_id,
      next_batch_id, decided_at) = (excluded.batch_id, excluded.outcome, excluded.proposed,
      coalesce(excluded.note, promotion_decisions.note), excluded.account_id, excluded.next_batch_id, now())`);
}
