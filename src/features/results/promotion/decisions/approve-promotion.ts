import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { type Tx, pick } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { ownAmong, refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { countOf } from '#ui/format.ts';
import { outcomes, type Outcome } from '../outcomes.ts';
import { anchorRows } from '#features/results/results/verification/anchors.ts';
import { lockSessionOfPromotion, type SessionChoice } from '../promotion.access.ts';
import { proposalsOf, type StudentProposal } from '../proposal/proposals.ts';
import { decisionAnchors } from './withdraw-approval.ts';

export const AskPromotion = z.object({ sessionId: id, classIds: list(id) });

type Decided = StudentProposal & { outcome: Outcome };

/** What was asked for: if a result or a decision changes meanwhile, the digest differs and it is asked again. */
const Payload = z.object({
  sessionId: z.number(),
  classIds: z.array(z.number()),
  digest: z.string(),
  lines: z.string(),
});

export const promotionApproval = approvalKind({
  kind: 'promotion.approve',
  label: 'Promotion',
  permission: 'results.publish',
  payload: Payload,
  async act(tx, asker, { sessionId, classIds, digest }, { decider }) {
    const session = await lockSessionOfPromotion(tx, asker, sessionId);
    allow(asker, 'students.changeStatus', session.institutionId);
    const { decided } = await waiting(tx, session, classIds);
    if (digestOf(decided) !== digest)
      throw new Conflict(
        'Results or decisions have changed since this was requested. Decline it and request it again.',
      );
    await refuseOwnFamily(tx, decider, { students: byHand(decided) }, ofFamily);
    await writeApproved(tx, decider, session, decided);
    return {
      message: `The promotion of ${countOf(decided.length, 'student')} is approved. It can be carried out now.`,
    };
  },
  details: (_reader, { lines }) => [['Outcomes', lines]],
});

/**
 * Asks a second person to approve what follows the session in classes. An owner approves alone, except what was decided
 * by hand for the own family.
 */
export async function askPromotion(
  tx: Tx,
  actor: Actor,
  { sessionId, classIds }: z.output<typeof AskPromotion>,
): Promise<Requested | { approved: number }> {
  const session = await lockSessionOfPromotion(tx, actor, sessionId);
  const { institutionId } = session;
  allow(actor, 'students.changeStatus', institutionId);
  if (session.isClosed) throw new ValidationError('form', `${session.name} is closed. Reopen the session first.`);
  const wanted = [...new Set(classIds)].toSorted((a, b) => a - b);
  if (wanted.length === 0) throw new ValidationError('classIds', 'Choose at least one class.');
  const { decided, names } = await waiting(tx, session, wanted);
  if (decided.length === 0)
    throw new ValidationError(
      'classIds',
      'There is nothing to approve: every student is undecided or already approved.',
    );
  const isOwn = async () => (await ownAmong(tx, actor, { students: byHand(decided) })).length > 0;
  if (membershipIn(actor, institutionId)?.isOwner && !(await isOwn())) {
    await writeApproved(tx, actor, session, decided);
    return { approved: decided.length };
  }
  const lines = outcomeCountsText(decided);
  return requestApproval(tx, actor, promotionApproval, {
    institutionId,
    subject: { type: 'session', id: sessionId },
    about: wanted.join(),
    payload: { sessionId, classIds: wanted, digest: digestOf(decided), lines },
    summary: `close ${session.name} for ${countOf(decided.length, 'student')} of ${names}: ${lines}`,
  });
}

async function waiting(tx: Tx, { institutionId, id: sessionId }: SessionChoice, classIds: readonly number[]) {
  const { classes, students } = await proposalsOf(tx, { institutionId, sessionId, classIds });
  const decided = students.filter(
    (one): one is Decided => (one.state === 'proposed' || one.state === 'changed') && one.outcome !== 'undecided',
  );
  return { decided, names: classIds.map((classId) => classes.get(classId)?.name ?? 'a class').join(', ') };
}

const digestOf = (decided: Decided[]) =>
  createHash('sha256')
    .update(
      JSON.stringify(
        decided
          .map(({ studentId, outcome, batchId }) => [studentId, outcome, batchId])
          .toSorted((a, b) => +a[0]! - +b[0]!),
      ),
    )
    .digest('hex');

/** '120 promoted, 4 promoted on trial, 6 repeat' */
export const outcomeCountsText = (students: { outcome: keyof typeof outcomes | 'undecided' }[]): string =>
  (Object.keys(outcomes) as Outcome[])
    .map((outcome) => [students.filter((one) => one.outcome === outcome).length, outcomes[outcome]] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words.toLowerCase()}`)
    .join(', ');

const byHand = (decided: Decided[]) =>
  decided.filter(({ state }) => state === 'changed').map(({ studentId }) => studentId);

const ofFamily = {
  message: 'A member of your own family was decided by hand. Ask a colleague to approve it.',
  may: ['results.publish'],
} as const;

async function writeApproved(tx: Tx, by: Actor, session: SessionChoice, decided: Decided[]): Promise<void> {
  const { institutionId, id: sessionId, name } = session;
  const rows = decided.map((row) => ({
    ...pick(row, 'studentId', 'batchId', 'outcome', 'proposed', 'reasons', 'ruleId', 'average', 'note'),
    designation: row.outcome === 'graduated' ? row.designation : null,
  }));
  await tx.execute(sql`
    insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, reasons, rule_id,
      average, designation, note, account_id, approved_at, approved_by)
    select ${institutionId}, ${sessionId}, n."studentId", n."batchId", n.outcome, n.proposed, n.reasons, n."ruleId",
      n.average, n.designation, n.note, ${by.accountId}::bigint, now(), ${by.accountId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("studentId" bigint, "batchId" bigint, outcome text,
      proposed text, reasons jsonb, "ruleId" bigint, average numeric, designation text, note text)
    order by n."studentId"
    on conflict (institution_id, session_id, student_id) do update set (batch_id, outcome, proposed, reasons, rule_id,
      average, designation, approved_at, approved_by) = (excluded.batch_id, excluded.outcome, excluded.proposed,
      excluded.reasons, excluded.rule_id, excluded.average, excluded.designation, now(), excluded.approved_by)`);
  const isApproved = sql`r.key = ${sessionId} and r.student_id = any (${sql.param(rows.map(({ studentId }) => studentId))}::bigint[])`;
  const anchors = await anchorRows(tx, by, institutionId, decisionAnchors, isApproved);
  await record(tx, by, 'promotion.approve', {
    institutionId,
    summary: `approved promotion from ${name} for ${countOf(decided.length, 'student')}: ${outcomeCountsText(decided)}`,
    subject: { type: 'session', id: sessionId },
    details: { students: decided.length, ...anchors },
  });
}
