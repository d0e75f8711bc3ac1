import { eq, sql, and, or, type SQL } from 'drizzle-orm';
import { institutionsWhere, allow, type Actor, institutionsInView, membershipIn } from '#kernel/actor.ts';
import { isOneOf, query, type Tx, type Db } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { searchIn } from '#kernel/list/filters.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messageGroups } from '../messages.schema.ts';
import { record } from '#kernel/audit.ts';
import { Conflict, NotFound, refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { loggedRules, refuseUnseen, chosenPeople } from '../audience/audience-needs.ts';
import type { Permission } from '#kernel/permissions.ts';
import { maySend } from '../messages.policy.ts';
import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { checkbox, id, line } from '#kernel/schemas.ts';
import { AudienceRule, describeAudience } from '../audience/audience.ts';
import { refuseSending } from '../compose/compose-preview.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';

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

const nobody = 'Choose who belongs to the group.';

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
    const parsed = GroupAudience.safeParse(jsonOf(text));
    if (parsed.success) return textOf(parsed.data);
    context.addIssue(parsed.error.issues[0]?.message ?? nobody);
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const Fields = z.object({ name: line(80, 'The name'), isShared: checkbox, audience });
export const AddGroup = Fields.extend({ institution_id: id });
export const EditGroup = edits(Fields);

/** What a group in the making would reach. */
export const AskSize = z.object({ institution_id: id, audience });

export const taken: Record<string, [string, string]> = {
  message_groups_name: ['name', 'A group has this name already.'],
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

/** Refuses rules that the actor couldn’t send a message by. Who uses the group later is checked again. */
function checkGroup(actor: Actor, institutionId: number, audience: GroupAudience): void {
  refuseSending(actor, institutionId, { ...audience, without: [] });
  if (chosenPeople(actor, institutionId, audience) === null)
    throw new ValidationError('audience', 'Choose who belongs to the group.');
}

/** Changes a group. Scheduled messages go to its people as of their time. */
export const editGroup = editRecord({
  action: 'messages.editGroup',
  type: 'message_group',
  table: messageGroups,
  may: (actor, before) => permissionToChange(actor, before),
  fields: EditGroup,
  lock: lockSeenGroup,
  inForm: (before) => ({ ...before, audience: textOf(before.audience) }),
  merging: (tx, { institutionId }) => ({
    words: {
      audience: (value) => describeAudience(tx, institutionId, { ...audienceIn(String(value)), without: [] }),
    },
  }),
  read: ({ input }) => ({ ...input, audience: audienceIn(input.audience) }),
  compare(before, values) {
    const { audience, ...others } = changesBetween(before, values);
    const logged = { from: loggedRules(before.audience), to: loggedRules(values.audience) };
    return audience ? { ...others, audience: logged } : others;
  },
  check: async ({ tx, actor, before, values, changes }) => {
    checkGroup(actor, before.institutionId, values.audience);
    if (changes['isShared'] && !values.isShared) await refuseTakingAway(tx, before);
  },
  taken: () => taken,
  nameOf: ({ values }) => `the message group “${values.name}”`,
});

/** Rules by data that the actor can't see are not replaced either: the form shows them. */
async function lockSeenGroup(tx: Tx, actor: Actor, id: number) {
  const group = await lockGroup(tx, actor, id);
  refuseUnseen(actor, group.institutionId, group.audience.by);
  return group;
}

/** A group that nobody owns, or that others have planned to write to, stays shared. */
async function refuseTakingAway(
  tx: Tx,
  { institutionId, id, accountId }: { institutionId: number; id: number; accountId: number | null },
): Promise<void> {
  if (accountId === null) throw new ValidationError('isShared', 'This group has no owner, so it must stay shared.');
  const planned = await query(tx, sql`${scheduledFor(institutionId, id, accountId)} limit 1`);
  if (planned.length > 0)
    throw new ValidationError('isShared', 'A colleague has scheduled a message to this group, so it must stay shared.');
}
