import { eq, sql, and, or, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor, institutionsInView, membershipIn } from '#kernel/actor.ts';
import { isOneOf, type Tx, type Db } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { jsonIn } from '#kernel/json-in.ts';
import { searchIn } from '#kernel/list/filters.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messageGroups } from '../messages.schema.ts';
import { NotFound } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { maySend } from '../messages.policy.ts';
import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { checkbox, id, line } from '#kernel/schemas.ts';
import { AudienceRule } from '../audience/audience.ts';

const nobody = 'Choose the people in the group.';

/** Who belongs to a group: rules, not people, so that who joins a class joins its group. */
export const GroupAudience = z.object(
  {
    of: z.enum(['guardians', 'students', 'employees'], nobody),
    by: z
      .array(AudienceRule)
      .min(1, nobody)
      .max(20)
      .refine((rules) => rules.every(({ kind }) => kind !== 'group'), 'A group can’t consist of other groups.'),
  },
  nobody,
);
export type GroupAudience = z.infer<typeof GroupAudience>;

export const audienceIn = (text: string): GroupAudience => GroupAudience.parse(JSON.parse(text));

/** As the form sends it, and as an edit compares it: the same rules are the same text. */
export const textOf = (audience: GroupAudience): string => JSON.stringify(audience);

const audience = z
  .string(nobody)
  .max(300_000)
  .transform((text, context) => {
    const parsed = GroupAudience.safeParse(jsonIn(text));
    if (parsed.success) return textOf(parsed.data);
    context.addIssue(parsed.error.issues[0]?.message ?? nobody);
    return z.NEVER;
  });

const Fields = z.object({ name: line(80, 'The name'), isShared: checkbox, audience });
export const AddGroup = Fields.extend({ institution_id: id });
export const EditGroup = edits(Fields);

/** What a group in the making would reach. */
export const AskSize = z.object({ institution_id: id, audience });

export const taken: Record<string, [string, string]> = {
  message_groups_name: ['name', 'A group with this name already exists.'],
};

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

/** Groups that the actor can write to, latest first. */
export const groupList = declareList({
  id: messageGroups.id,
  visible: (actor, wanted) => [{ where: visibleTo(actor, wanted) }],
  filters: { q: searchIn(messageGroups.name) },
  select: (db, actor) =>
    db
      .select({
        id: messageGroups.id,
        institutionId: messageGroups.institutionId,
        name: messageGroups.name,
        audience: messageGroups.audience,
        isShared: messageGroups.isShared,
        author: accounts.name,
        mayEdit: sql<boolean>`(${messageGroups.accountId} is not distinct from ${actor.accountId}::bigint
          or ${isOneOf(messageGroups.institutionId, institutionsWhere(actor, 'messages.send'))})`,
      })
      .from(messageGroups)
      .leftJoin(accounts, eq(accounts.id, messageGroups.accountId)),
});
type Row = Awaited<ReturnType<typeof groupList.readPage>>['rows'][number];
/** With its rules in words. */
export type GroupRow = Omit<Row, 'audience'> & { words: string };
