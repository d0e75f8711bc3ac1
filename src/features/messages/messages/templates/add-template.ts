import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { readTexts } from '../fields/read-text.ts';
import { messageTemplates } from '../messages.schema.ts';
import { taken, type AddTemplate } from './template-fields.ts';

/** Keeps a text that is used again. Its fields are checked as those of a message are. */
export async function addTemplate(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ...input }: z.output<typeof AddTemplate>,
): Promise<void> {
  allow(actor, 'messages.send', institutionId);
  readTexts(actor, institutionId, 'guardians', { subject: input.subject ?? '', body: input.body });
  const [made] = await refuseDuplicate(
    tx
      .insert(messageTemplates)
      .values({ institutionId, ...input, accountId: actor.accountId })
      .returning({ id: messageTemplates.id }),
    taken,
  );
  await record(tx, actor, 'messages.addTemplate', {
    institutionId,
    summary: `added the message template “${input.name}”`,
    subject: { type: 'message_template', id: made!.id },
    details: input,
  });
}
