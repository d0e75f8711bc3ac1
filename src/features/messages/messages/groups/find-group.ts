import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { isOneOf } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { maySend } from '../messages.policy.ts';
import { messageGroups } from '../messages.schema.ts';
import { GroupAudience } from './group-fields.ts';

/** Groups that the actor can write to: shared ones, and the own. Every query on groups starts here. */
export const visibleTo = (actor: Actor, wanted?: number): SQL =>
  and(
    isOneOf(messageGroups.institutionId, institutionsInView(actor, wanted, ...maySend)),
    or(messageGroups.isShared, eq(messageGroups.accountId, actor.accountId ?? 0)),
  )!;

/** The permission to change a group: the own, or one that is shared by users who write to everyone. */
export const permissionToChange = (
  actor: Actor,
  { institutionId, accountId }: { institutionId: number; accountId: number | null },
): Permission => {
  const isOwn = accountId !== null && accountId === actor.accountId;
  const sendsToAll = membershipIn(actor, institutionId)?.permissions.has('messages.send') ?? false;
  return isOwn && !sendsToAll ? 'messages.sendOwn' : 'messages.send';
};

const columns = {
  institutionId: messageGroups.institutionId,
  id: messageGroups.id,
  name: messageGroups.name,
  audience: messageGroups.audience,
  accountId: messageGroups.accountId,
  isShared: messageGroups.isShared,
};
const isIt = (actor: Actor, id: number) => and(visibleTo(actor), eq(messageGroups.id, id));
const inOrder = <Group extends { audience: unknown }>(group: Group) => ({
  ...group,
  audience: GroupAudience.parse(group.audience),
});

/** A group that the actor can see. */
export async function findGroup(db: Db, actor: Actor, id: number) {
  const [found] = await db.select(columns).from(messageGroups).where(isIt(actor, id));
  if (!found) throw new NotFound('group');
  return inOrder(found);
}

/** The same, locked until the end of the transaction. */
export async function lockGroup(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select(columns).from(messageGroups).where(isIt(actor, id)).for('update');
  if (!found) throw new NotFound('group');
  return inOrder(found);
}

/** Scheduled messages to a group: all, or those of others. */
export const scheduledFor = (institutionId: number, groupId: number, exceptOf: number | null = null): SQL => sql`
  select m.id from messages m where m.institution_id = ${institutionId} and m.state = 'scheduled'
    and m.account_id is distinct from ${exceptOf}::bigint and m.audience ->> 'of' = 'groups'
    and exists (select from jsonb_array_elements(m.audience -> 'by') r where r ->> 'kind' = 'group' and r -> 'ids' @> ${String(groupId)}::jsonb)`;
