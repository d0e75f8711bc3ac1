import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { loggedRules } from '../audience/audience-needs.ts';
import { messageGroups } from '../messages.schema.ts';
import { lockGroup, permissionToChange, scheduledFor } from './find-group.ts';

/** Removes a group to which no message is scheduled. Messages that were sent to it stay. Returns its name. */
export async function removeGroup(tx: Tx, actor: Actor, id: number): Promise<string> {
  const group = await lockGroup(tx, actor, id);
  const { institutionId, name, audience, isShared } = group;
  allow(actor, permissionToChange(actor, group), institutionId);
  const planned = await query(tx, scheduledFor(institutionId, id));
  if (planned.length > 0)
    throw new Conflict(
      `${countOf(planned.length, 'message is', 'messages are')} scheduled for ${name}. Stop ${planned.length === 1 ? 'it' : 'them'} under Messages first, then remove the group.`,
    );
  await tx.delete(messageGroups).where(and(eq(messageGroups.institutionId, institutionId), eq(messageGroups.id, id)));
  await record(tx, actor, 'messages.removeGroup', {
    institutionId,
    summary: `removed the message group “${name}”`,
    subject: { type: 'message_group', id },
    details: { name, isShared, audience: loggedRules(audience) },
  });
  return name;
}
