import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError, Conflict } from '#kernel/errors.ts';
import { messageGroups } from '../messages.schema.ts';
import { loggedRules, refuseUnseen, chosenPeople } from '../audience/audience-needs.ts';
import { refuseSending } from '../compose/compose-preview.ts';
import { sql } from 'drizzle-orm';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { describeAudience } from '../audience/audience.ts';
import {
  lockGroup,
  permissionToChange,
  scheduledFor,
  audienceIn,
  taken,
  type AddGroup,
  type GroupAudience,
  EditGroup,
  textOf,
} from './groups.list.ts';
import { countOf } from '#ui/format.ts';

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
    throw new ValidationError('audience', 'Choose the people in the group.');
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
  await tx.delete(messageGroups).where(hasKey(messageGroups, institutionId, id));
  await record(tx, actor, 'messages.removeGroup', {
    institutionId,
    summary: `removed the message group “${name}”`,
    subject: { type: 'message_group', id },
    details: { name, isShared, audience: loggedRules(audience) },
  });
  return name;
}
