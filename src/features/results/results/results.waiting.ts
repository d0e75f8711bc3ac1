import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

/** Sheets whose marks are approved and that families do not see yet. */
export const resultWaiting: readonly WaitingWork[] = [
  {
    place: 25,
    may: ['results.publish'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'results.publish');
      const [row] = await query<{ count: number }>(
        db,
        sql`select count(*)::int as count from mark_sheets where ${isOneOf(sql`institution_id`, ids)} and state = 'approved'`,
      );
      return waitingItem(row!.count, {
        one: 'class with results to publish',
        many: 'classes with results to publish',
        href: '/mark-sheets',
        action: 'Publish',
      });
    },
  },
];
