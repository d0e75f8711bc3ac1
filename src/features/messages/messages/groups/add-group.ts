import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { messageGroups } from '../messages.schema.ts';
import { loggedRules } from '../audience/audience-needs.ts';
import { checkGroup } from './check-group.ts';
import { audienceIn, taken, type AddGroup } from './group-fields.ts';

/** Keeps rules of recipients under a name. */
export async function addGroup(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, name, isShared, audience: text }: z.output<typeof AddGroup>,
): Promise<void> {
  const audience = audienceIn(text);
  checkGroup(actor, institutionId, audience);
  const [made] = await refuseDuplicate(
    tx
      .insert(messageGroups)
      .values({ institutionId, name, isShared, audience, accountId: actor.accountId })
      .returning({ id: messageGroups.id }),
    taken,
  );
  await record(tx, actor, 'messages.addGroup', {
    institutionId,
    summary: `added the message group “${name}”`,
    subject: { type: 'message_group', id: made!.id },
    details: { name, isShared, audience: loggedRules(audience) },
  });
}
