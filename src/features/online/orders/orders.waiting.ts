import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

/** Buyers who have paid and wait for pins: somebody makes more, or refunds them. */
export const orderWaiting: readonly WaitingWork[] = [
  {
    place: 53,
    may: ['payments.reverse', 'pins.make'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'payments.reverse', 'pins.make');
      const [row] = await query<{ count: number }>(
        db,
        sql`select count(*)::int as count from orders
          where ${isOneOf(sql`institution_id`, ids)} and status = 'paid' and problem = 'sold_out'`,
      );
      return waitingItem(row!.count, {
        one: 'paid order that waits for pins',
        many: 'paid orders that wait for pins',
        href: '/pin_transactions?status=paid',
        action: 'View',
        isUrgent: true,
      });
    },
  },
];
