import { and, eq, sql, type SQL } from 'drizzle-orm';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Part } from '#kernel/list/visible-parts.ts';
import type { Permission } from '#kernel/permissions.ts';
import { verifiedMachines } from '#features/records/sending/hooks/hook-verifiers.ts';
import { incomingMessages } from '../contact.schema.ts';

/** All replies, or those to what one wrote. */
export const maySeeReplies = ['contact.replies', 'messages.send', 'messages.sendOwn'] as const;

/** The replies that the actor can see, by institution. Every query on them starts here. */
export const visibleParts = (actor: Actor, wanted?: number): Part[] =>
  institutionsInView(actor, wanted, ...maySeeReplies).map((id) => {
    const here = eq(incomingMessages.institutionId, id);
    return {
      where: can(actor, 'contact.replies', id) ? here : and(here, eq(incomingMessages.senderId, actor.accountId!)),
      timeZone: membershipIn(actor, id)!.timeZone,
    };
  });

export const visibleTo = (actor: Actor): SQL =>
  sql`(${sql.join([...visibleParts(actor).map(({ where }) => where!), sql`false`], sql` or `)})`;

/** Numbers are shown to people who see all messages. A teacher sees the names of recipients, not their numbers. */
const numbersFor = ['contact.replies', 'messages.view', 'outbox.view'] as const satisfies readonly Permission[];

export const showsNumber = (actor: Actor, institutionId: number): boolean =>
  numbersFor.some((permission) => can(actor, permission, institutionId));

/** The same for rows of several institutions. */
export const numberVisibleTo = (actor: Actor): SQL =>
  sql`${incomingMessages.institutionId} = any (${sql.param(institutionsWhere(actor, ...numbersFor))}::int[])`;

/** Came over a secret that people of the school know: who holds it could write it in the sender's name. */
export const isUnverified = sql<boolean>`${incomingMessages.machine} <> all (${sql.param(verifiedMachines)}::text[])`;

/** Waits for somebody to read it. */
export const isUnread = sql`${incomingMessages.readAt} is null`;
