import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

/** Messages of the last day that did not arrive. Earlier ones have been seen, or nobody will look at them again. */
export const outboxWaiting: readonly WaitingWork[] = [
  {
    place: 63,
    may: ['outbox.view'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'outbox.view');
      const [row] = await memoizeForActor(actor, `outbox.failed ${ids.join(' ')}`, () =>
        query<{ count: number }>(
          db,
          sql`select count(*)::int as count from outbox where ${isOneOf(sql`institution_id`, ids)}
            and created_at > now() - interval '1 day' and state in ('failed', 'undelivered', 'uncertain', 'stopped')`,
        ),
      );
      return waitingItem(row!.count, {
        one: 'message that failed since yesterday',
        many: 'messages that failed since yesterday',
        href: '/outbox?state=problems',
        action: 'Look into it',
      });
    },
  },
];
