import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { can } from '#kernel/actor.ts';
import { maySeeMessages } from '../messages.policy.ts';

/** Messages that the actor can see: all with `messages.view`, otherwise the own. Every query on messages starts here. */
export const visibleTo = (actor: Actor, wanted?: number): SQL =>
  or(
    ...institutionsInView(actor, wanted, ...maySeeMessages).map((id) => {
      const here = eq(messages.institutionId, id);
      const { permissions } = membershipIn(actor, id)!;
      return permissions.has('messages.view') ? here : and(here, eq(messages.accountId, actor.accountId!))!;
    }),
  ) ?? sql`false`;

/** When a draft was last saved: what a second tab compares. */
export const draftVersion = sql<string>`${messages.updatedAt}::text`;

const columns = {
  institutionId: messages.institutionId,
  id: messages.id,
  channel: messages.channel,
  purpose: messages.purpose,
  subject: messages.subject,
  body: messages.body,
  audience: messages.audience,
  state: messages.state,
  sendAt: messages.sendAt,
  repeats: messages.repeats,
  needs: messages.needs,
  accountId: messages.accountId,
  audienceNeeds: messages.audienceNeeds,
  template: messages.template,
  version: draftVersion,
};

/** A message that the actor can see, locked until the end of the transaction. */
export async function lockMessage(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx
    .select(columns)
    .from(messages)
    .where(and(visibleTo(actor), eq(messages.id, id)))
    .for('update');
  if (!found) throw new NotFound('message');
  return found;
}
export type LockedMessage = Awaited<ReturnType<typeof lockMessage>>;

/** Whether the actor can stop, pause or resume a message: the own, or any with the permission to send to everyone. */
export const mayControl = (
  actor: Actor,
  { institutionId, accountId }: { institutionId: number; accountId: number | null },
) =>
  can(actor, 'messages.send', institutionId) ||
  (accountId === actor.accountId && can(actor, 'messages.sendOwn', institutionId));

export function refuseControl(actor: Actor, message: LockedMessage): void {
  if (!mayControl(actor, message)) throw new NotAllowed();
}
