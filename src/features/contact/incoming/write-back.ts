import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { incomingMessages } from '../contact.schema.ts';
import { waysIn } from './incoming-kinds.ts';

export const WriteBack = z.object({
  text: z.string().trim().min(1, 'Enter the answer.').max(480, 'Use at most 480 characters.'),
});

/** Answers a message the way it came. A blocked number gets nothing, and the outbox says so. */
export async function writeBack(
  tx: Tx,
  actor: Actor,
  id: number,
  { text }: z.output<typeof WriteBack>,
): Promise<string> {
  const [message] = await tx
    .select({
      institutionId: incomingMessages.institutionId,
      channel: incomingMessages.channel,
      address: incomingMessages.address,
    })
    .from(incomingMessages)
    .where(
      and(
        inArray(incomingMessages.institutionId, institutionsWhere(actor, 'contact.replies')),
        eq(incomingMessages.id, id),
      ),
    );
  if (!message || message.address === 'erased') throw new NotFound('message');
  const { institutionId, channel, address } = message;
  allow(actor, 'contact.replies', institutionId);
  await queueMessages(tx, institutionId, [{ channel, recipient: address, body: text, event: 'contact.answer' }]);
  await record(tx, actor, 'contact.answer', {
    ...{ institutionId, summary: `answered a reply by ${waysIn[channel]}`, subject: { type: 'incoming_message', id } },
  });
  return address;
}
