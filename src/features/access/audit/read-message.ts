import { and, eq, getTableColumns } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import { mayManage } from '#features/access/accounts/accounts.policy.ts';
import { isAccountProtected } from '#features/access/accounts/roles/protected-roles.ts';
import { managedColumns } from '#features/access/accounts/own-access.ts';
import { hiddenRecordsOf } from '#features/access/accounts/invitations/linked-records.ts';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { mayKnowRecipients, textVisibleTo } from '#kernel/messages/readable.ts';
import { messages, outbox } from '#kernel/messages/messages.schema.ts';

/**
 * Opens a message and records that it was read. Its codes and links give access to an account, so only users who can
 * manage that account may read it. Other text is shown to people who can see its source.
 */
export async function readMessage(tx: Tx, actor: Actor, messageId: number) {
  const message = await findMessage(tx, messageId);
  if (!message || !can(actor, 'outbox.view', message.institutionId)) throw new NotFound('message');
  allow(actor, 'outbox.view', message.institutionId);
  const isKnown = mayKnowRecipients(actor, message);
  const isAllowed =
    isKnown &&
    ((await isTextVisible(tx, actor, messageId)) ||
      (message.accountId === null
        ? message.keyKind === null && (await isOwner(tx, actor, message.institutionId))
        : (message.needs === null || message.accountId === actor.accountId) &&
          (await isManager(tx, actor, message.accountId, message.keyKind !== null))));
  if (!isAllowed) throw new NotAllowed(isKnown ? refusal(message) : chosenByHidden);
  await record(tx, actor, 'outbox.read', {
    institutionId: message.institutionId,
    // Others read the log.
    summary: message.audienceNeeds ? 'read a message' : `read a message to ${message.recipient}`,
    subject: { type: 'message', id: messageId },
  });
  return { body: message.body };
}

const chosenByHidden =
  'You can’t open this message because its recipients were chosen by data that you don’t have access to. Ask an owner or a group administrator.';
const refusal = ({ needs, accountId }: { needs: string | null; accountId: number | null }) =>
  needs !== null && accountId === null
    ? 'You can’t open this message because it contains data that you don’t have access to. Ask an owner or a group administrator.'
    : 'You can’t open this message because you don’t manage the account it was sent to. Ask an owner or a group administrator.';

/**
 * Links and codes for a protected account are shown only to its user: others would get access without a second person.
 */
async function isManager(tx: Tx, actor: Actor, accountId: number, hasKey: boolean): Promise<boolean> {
  if (accountId === actor.accountId) return true;
  const [account] = await tx.select(managedColumns).from(accounts).where(eq(accounts.id, accountId));
  if (account === undefined || !mayManage(actor, account)) return false;
  if (!hasKey) return true;
  // A link or code gives access to restricted data of linked records.
  return !isAccountProtected(actor, account) && (await hiddenRecordsOf(tx, actor, accountId)).length === 0;
}

/** Old messages that don't name their account are shown only to owners. */
async function isOwner(tx: Tx, actor: Actor, institutionId: number): Promise<boolean> {
  if (actor.isGroupAdministrator) return true;
  const owned = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .where(
      and(
        eq(memberships.institutionId, institutionId),
        eq(memberships.accountId, actor.accountId!),
        eq(roles.key, 'owner'),
      ),
    )
    .limit(1);
  return owned.length > 0;
}

/** One message with its body, and what its recipient was chosen by. */
async function findMessage(db: Db, messageId: number) {
  const [found] = await db
    .select({ row: getTableColumns(outbox), audienceNeeds: messages.audienceNeeds })
    .from(outbox)
    .leftJoin(messages, hasKey(messages, outbox.institutionId, outbox.messageId))
    .where(eq(outbox.id, messageId));
  return found && { ...found.row, audienceNeeds: found.audienceNeeds };
}

/** Whether its text is shown to everybody who can see the source of what it says. */
async function isTextVisible(db: Db, actor: Actor, messageId: number): Promise<boolean> {
  const found = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, messageId), textVisibleTo(actor)));
  return found.length > 0;
}
