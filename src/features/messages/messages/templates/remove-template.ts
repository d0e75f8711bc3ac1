import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { messageTemplates } from '../messages.schema.ts';
import { lockTemplate } from './find-template.ts';

/** Removes a template; messages that were written from it stay. Returns its name. */
export async function removeTemplate(tx: Tx, actor: Actor, id: number): Promise<string> {
  const { institutionId, name, subject, body } = await lockTemplate(tx, actor, id);
  await tx
    .delete(messageTemplates)
    .where(and(eq(messageTemplates.institutionId, institutionId), eq(messageTemplates.id, id)));
  await record(tx, actor, 'messages.removeTemplate', {
    institutionId,
    summary: `removed the message template “${name}”`,
    subject: { type: 'message_template', id },
    details: { name, subject, body },
  });
  return name;
}
