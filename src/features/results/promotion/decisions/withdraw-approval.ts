import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { anchorsGone } from '#features/results/results/verification/anchors.ts';
import { lockSessionOfPromotion } from '../promotion.access.ts';
import { decisionAnchors } from './decision-anchors.ts';

export const WithdrawApproval = z.object({ sessionId: id, classIds: list(id), reason: line(300, 'The reason') });

/** Returns what is approved and not carried out to a proposal. What was decided by hand stays so. */
export async function withdrawApproval(
  tx: Tx,
  actor: Actor,
  { sessionId, classIds, reason }: z.output<typeof WithdrawApproval>,
): Promise<number> {
  const { institutionId, name } = await lockSessionOfPromotion(tx, actor, sessionId);
  allow(actor, 'students.changeStatus', institutionId);
  const isTheirs = sql`d.institution_id = ${institutionId} and d.session_id = ${sessionId} and d.approved_at is not null
    and d.run_id is null and d.batch_id in (select id from batches where institution_id = ${institutionId}
      and class_id = any (${sql.param(classIds)}::bigint[]))`;
  const rows = await query<{ id: number }>(
    tx,
    sql`update promotion_decisions d set approved_at = null, approved_by = null where ${isTheirs} returning student_id::int as id`,
  );
  if (rows.length === 0) throw new ValidationError('form', 'Nothing here is approved and still to be carried out.');
  await tx.execute(sql`delete from promotion_decisions d where d.institution_id = ${institutionId}
    and d.session_id = ${sessionId} and d.approved_at is null and d.note is null and d.next_batch_id is null`);
  await record(tx, actor, 'promotion.withdrawApproval', {
    institutionId,
    summary: `withdrew the approval of what follows ${name} for ${countOf(rows.length, 'student')}`,
    subject: { type: 'session', id: sessionId },
    details: {
      reason,
      students: rows.length,
      ...anchorsGone(
        decisionAnchors,
        rows.map((row) => [sessionId, row.id]),
      ),
    },
  });
  return rows.length;
}
