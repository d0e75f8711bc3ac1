import { or, eq, sql } from 'drizzle-orm';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { accounts } from '#features/accounts/accounts.schema.ts';
import { mayManage } from '#features/accounts/accounts.policy.ts';
import { managedColumns } from '#features/accounts/find-account.ts';
import { findMessage } from './outbox.queries.ts';

/**
 * Opens a waiting message and writes down that it was read. Codes and links in it open its recipient's sign-in, so it is
 * shown to who may manage that sign-in; otherwise an administrator of one institution would get into another.
 */
export async function readMessage(tx: Tx, actor: Actor, messageId: number) {
  const message = await findMessage(tx, messageId);
  if (!message || !can(actor, 'outbox.view', message.institutionId)) throw new NotFound('message');
  allow(actor, 'outbox.view', message.institutionId);
  await refuseOthersKeys(tx, actor, message.recipient);
  await record(tx, actor, 'outbox.read', {
    institutionId: message.institutionId,
    summary: `read a message to ${message.recipient}`,
    subject: { type: 'message', id: messageId },
  });
  return { body: message.body };
}

async function refuseOthersKeys(tx: Tx, actor: Actor, recipient: string) {
  const [account] = await tx
    .select(managedColumns)
    .from(accounts)
    .where(or(eq(accounts.email, recipient), eq(accounts.phone, recipient)))
    .orderBy(sql`${accounts.id}`)
    .limit(1);
  if (account && account.id !== actor.accountId && !mayManage(actor, account)) {
    throw new NotAllowed(
      'This message is for somebody who also belongs elsewhere, or who may do more than you. An owner or group administrator can read it.',
    );
  }
}
