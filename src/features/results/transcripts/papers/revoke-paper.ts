import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { findPaper, holderOf } from './find-paper.ts';
import { paperKinds } from './paper-content.ts';

export const RevokePaper = z.object({ reason: line(300, 'The reason') });

/** Revokes a paper: it keeps its number, and its public page says so. */
export async function revokePaper(tx: Tx, actor: Actor, paperId: number, { reason }: z.output<typeof RevokePaper>) {
  const paper = await findPaper(tx, actor, paperId, true);
  const { institutionId, kind, number, studentId, isRevoked } = paper;
  if (isRevoked) throw new Conflict(`${number} is already revoked.`);
  await tx.execute(sql`update academic_papers set revoked_at = now(), revoke_reason = ${reason}
    where (institution_id, id) = (${institutionId}, ${paperId})`);
  await record(tx, actor, 'transcripts.revoke', {
    institutionId,
    summary: `revoked the ${paperKinds[kind].toLowerCase()} ${number} of ${holderOf(paper)}`,
    subject: { type: 'student', id: studentId },
    details: { paper: paperId, number, reason },
  });
  return number;
}
