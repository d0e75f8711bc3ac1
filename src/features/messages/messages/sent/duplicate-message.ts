import { can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { mayKnowRecipients, mayReadText } from '#kernel/messages/readable.ts';
import { departmentOfSender } from '../compose/department-of-sender.ts';
import { lockMessage, mayControl, type LockedMessage } from './find-message.ts';

/** A new draft of the person who asks with the same text, and with the same recipients if that person can see them. */
export async function duplicateMessage(tx: Tx, actor: Actor, id: number) {
  const message = await lockMessage(tx, actor, id);
  const { institutionId, channel, purpose, subject, body, needs, accountId, template } = message;
  const mayWrite = can(actor, 'messages.send', institutionId) || mayControl(actor, { institutionId, accountId });
  if (!mayWrite || !mayReadText(actor, institutionId, needs)) throw new NotAllowed();
  const [made] = await tx
    .insert(messages)
    .values({
      institutionId,
      channel,
      purpose,
      subject,
      body,
      needs,
      template,
      accountId: actor.accountId,
      ...audienceFor(actor, message),
      departmentId: departmentOfSender(actor, institutionId),
    })
    .returning({ id: messages.id });
  await record(tx, actor, 'messages.duplicate', {
    institutionId,
    summary: 'duplicated a message as a draft',
    subject: { type: 'composed_message', id: made!.id },
    details: { of: id },
  });
  return { draftId: made!.id, hasRecipients: mayKnowRecipients(actor, message) };
}

const audienceFor = (actor: Actor, message: LockedMessage) => {
  const { audience, audienceNeeds } = message;
  return mayKnowRecipients(actor, message)
    ? { audience, audienceNeeds }
    : { audience: { of: 'guardians', by: [], without: [] }, audienceNeeds: null };
};
