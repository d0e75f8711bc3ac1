import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { checkbox } from '#kernel/schemas.ts';
import { requireAnswerCredit } from './answer-cost.ts';
import { findReply } from './find-reply.ts';
import { waysIn } from './incoming-kinds.ts';
import { markRead } from './mark-read.ts';

export const WriteBack = z.object({
  text: z.string().trim().min(1, 'Enter the answer.').max(480, 'Use at most 480 characters.'),
  /** Over the balance or the budget, by users who may overspend. */
  is_anyway: checkbox,
});

/** Answers a message the way it came, to the person whom the answered message was for. */
export async function writeBack(
  tx: Tx,
  actor: Actor,
  id: number,
  { text, is_anyway: isAnyway }: z.output<typeof WriteBack>,
): Promise<void> {
  const reply = await findReply(tx, actor, id);
  const { institutionId, channel, address, outboxId, isErased, isBlocked, canAnswer } = reply;
  if (isErased) throw new NotFound('message');
  if (isBlocked) throw new ValidationError('text', 'This number is blocked, so nothing is sent to it. See Opt-outs.');
  if (!canAnswer) throw new NotAllowed();
  const cost = await requireAnswerCredit(tx, actor, reply, { text, isAnyway });
  const [person] = await query<{ guardianId: number | null; employeeId: number | null; studentId: number | null }>(
    tx,
    sql`select guardian_id as "guardianId", employee_id as "employeeId", student_id as "studentId" from outbox
      where institution_id = ${institutionId} and id = ${outboxId}`,
  );
  const [sent] = await queueMessages(tx, institutionId, [
    { ...person, channel, recipient: address, body: text, event: 'contact.answer' },
  ]);
  await tx.execute(sql`insert into contact_answers (institution_id, outbox_id, incoming_id, account_id)
    values (${institutionId}, ${sent}, ${id}, ${actor.accountId})`);
  await markRead(tx, actor, id);
  await record(tx, actor, 'contact.answer', {
    institutionId,
    summary: `answered a reply by ${waysIn[channel]}`,
    subject: { type: 'incoming_message', id },
    details: cost,
  });
}
