import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { maySend } from './messages.policy.ts';

/** The actor’s own messages that nobody has sent, or that were paused. */
export const messageWaiting: readonly WaitingWork[] = [
  {
    place: 60,
    may: maySend,
    async load(db, actor, wanted) {
      const inState = (state: 'draft' | 'paused') =>
        sql<number>`count(*) filter (where ${eq(messages.state, state)})::int`;
      const [row] = await db
        .select({ drafts: inState('draft'), paused: inState('paused'), latest: sql<number>`max(${messages.id})::int` })
        .from(messages)
        .where(
          and(
            inArray(messages.institutionId, institutionsInView(actor, wanted, ...maySend)),
            eq(messages.accountId, actor.accountId!),
            inArray(messages.state, ['draft', 'paused']),
          ),
        );
      const { drafts, paused, latest } = row!;
      const isOne = drafts + paused === 1;
      return [
        ...waitingItem(paused, {
          one: 'paused message',
          many: 'paused messages',
          action: 'Open',
          isUrgent: true,
          href: isOne ? `/messages/${latest}` : '/messages?state=paused',
        }),
        ...waitingItem(drafts, {
          one: 'message draft',
          many: 'message drafts',
          action: 'Continue',
          href: isOne ? `/messages/${latest}/edit` : '/messages?state=draft',
        }),
      ];
    },
  },
];
