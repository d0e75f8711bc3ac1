import { can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { departmentOfSender } from '../compose/department-of-sender.ts';
import { lockMessage, mayControl } from './find-message.ts';

/** A new draft with the same text and recipients, of the person who asks. */
export async function duplicateMessage(tx: Tx, actor: Actor, id: number): Promise<number> {
  const { institutionId, channel, purpose, subject, body, audience, needs, accountId, template } = await lockMessage(
    tx,
    actor,
    id,
  );
  const mayWrite = can(actor, 'messages.send', institutionId) || mayControl(actor, { institutionId, accountId });
  if (!mayWrite || !mayReadText(actor, institutionId, needs)) throw new NotAllowed();
  const [made] = await tx
    .insert(messages)
    .values({
      ...{ institutionId, channel, purpose, subject, body, audience, needs, template, accountId: actor.accountId },
      departmentId: departmentOfSender(actor, institutionId),
    })
    .returning({ id: messages.id });
  await record(tx, actor, 'messages.duplicate', {
    institutionId,
    summary: 'duplicated a message as a draft',
    subject: { type: 'composed_message', id: made!.id },
    details: { of: id },
  });
  return made!.id;
}
