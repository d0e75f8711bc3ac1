import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { readTexts } from '../fields/read-text.ts';
import { messageTemplates } from '../messages.schema.ts';
import { id, line, optionalLine } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { text } from '../compose/compose-page.queries.ts';

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

const Fields = z.object({
  name: line(80, 'The name'),
  subject: optionalLine(200, 'The subject'),
  body: text(5000, 'The text').pipe(z.string().refine((body) => body.trim() !== '', 'Write the text of the template.')),
});
export const AddTemplate = Fields.extend({ institution_id: id });
export const EditTemplate = edits(Fields);

export const taken: Record<string, [string, string]> = {
  message_templates_name: ['name', 'A template has this name already.'],
};
