import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { stateRank } from '#kernel/messages/states.ts';

export const DeliveryReport = z.object({
  /** The provider's id of the message. */
  message_id: z.string().min(1).max(100),
  status: z.enum(['sent', 'delivered', 'failed']),
  reason: z.string().max(200).optional(),
});

/** Saves a provider's report about a message of the institution. NotFound if the message is unknown. */
export async function reportDelivery(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { message_id: providerMessageId, status, reason }: z.infer<typeof DeliveryReport>,
): Promise<void> {
  const isMessage = and(eq(outbox.institutionId, institutionId), eq(outbox.providerMessageId, providerMessageId));
  const [message] = await tx
    .select({ id: outbox.id, state: outbox.state, sentAt: outbox.sentAt })
    .from(outbox)
    .where(isMessage)
    .for('no key update');
  if (!message) throw new NotFound('message');
  if (stateRank[status] <= stateRank[message.state]) return;
  const now = new Date();
  await tx
    .update(outbox)
    .set({
      state: status,
      stateAt: now,
      failure: status === 'failed' ? (reason ?? null) : null,
      sentAt: message.sentAt ?? (status === 'failed' ? null : now),
    })
    .where(isMessage);
  await record(tx, actor, `outbox.${status}`, {
    institutionId,
    summary: `reported that message ${message.id} ${status === 'failed' ? 'could not be delivered' : `was ${status}`}`,
    subject: { type: 'message', id: message.id },
  });
}
