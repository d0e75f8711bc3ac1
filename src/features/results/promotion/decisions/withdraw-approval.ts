import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, render, type Database, type Db } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import {
  anchorsGone,
  type AnchoredRows,
  anchorProblems,
  startAnchors,
} from '#features/results/results/verification/anchors.ts';
import { lockSessionOfPromotion } from '../promotion.access.ts';
import type pg from 'pg';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notifyNightly } from '#features/results/results/verification/notify-nightly.ts';
import { verifyAsOwner } from '#features/results/results/verification/verify-results.ts';

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
  const rows = await query<{ id: number }>(tx)`
    update promotion_decisions d set approved_at = null, approved_by = null where ${isTheirs} returning student_id::bigint as id`;
  if (rows.length === 0) throw new ValidationError('form', 'No approved promotion here is waiting to be carried out.');
  await tx.execute(sql`delete from promotion_decisions d where d.institution_id = ${institutionId}
    and d.session_id = ${sessionId} and d.approved_at is null and d.note is null and d.next_batch_id is null`);
  await record(tx, actor, 'promotion.withdrawApproval', {
    institutionId,
    summary: `withdrew the approval of promotion from ${name} for ${countOf(rows.length, 'student')}`,
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

/** Approved decisions. The note is left out: an erasure clears it. */
export const decisionAnchors: AnchoredRows = {
  kind: 'promotion_decisions',
  many: 'promotion decisions',
  rows: sql`select d.institution_id, d.session_id as key, d.student_id,
      encode(sha256(convert_to(jsonb_build_array(d.batch_id, d.outcome, d.proposed, d.reasons, d.rule_id, d.average,
        d.designation, d.approved_by)::text, 'UTF8')), 'hex') as digest,
      'The promotion of ' || s.admission_number || ', ' || y.name || ' (' || d.outcome || ')' as words
    from promotion_decisions d join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    join academic_sessions y on (y.institution_id, y.id) = (d.institution_id, d.session_id)
    where d.approved_at is not null`,
};

/** Compares approved decisions of an institution with what the log says was approved. */
export async function verifyDecisions(db: Db, institutionId: number): Promise<{ sealed: number; problems: string[] }> {
  const [found] = await query<{ sealed: number }>(db)`select count(*)::int as sealed from promotion_decisions
      where institution_id = ${institutionId} and approved_at is not null`;
  return { sealed: found!.sealed, problems: await anchorProblems(db, institutionId, decisionAnchors) };
}

/** All institutions, as the owner of the database. Read-only. */
export const verifyPromotion = (client: pg.Client) => verifyAsOwner(client, verifyDecisions);

export const verifyPromotionNightly: Job<{ database: Database }> = {
  queue: 'promotion.verify',
  cron: '45 3 * * *',
  async work({ database }) {
    const found = await database.anonymous(
      (tx) => query<{ id: number }>(tx, render)`select institution_id as id from akada_institutions_with_results()`,
    );
    for (const { id } of found)
      await database.asSystem([id], (tx) =>
        notifyNightly(tx, id, {
          verify: () => verifyDecisions(tx, id),
          start: () => startAnchors(tx, systemActor(id, 'Akada'), id, decisionAnchors),
          to: 'results.publish',
          kind: 'promotion.changed',
          title: 'Promotions were changed outside Akada',
        }),
      );
  },
};
