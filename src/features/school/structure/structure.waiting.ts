import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { isOneOf, query } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { untaughtOfferings } from './structure.dashlets.ts';

/** The button opens those of the institution with the most of them. */
export const structureWaiting: readonly WaitingWork[] = [
  {
    place: 36,
    may: ['structure.edit'],
    async load(db, actor, wanted) {
      const ids = institutionsInView(actor, wanted, 'structure.edit');
      const [row] = await query<{ count: number; institutionId: number | null }>(
        db,
        sql`select count(*)::int as count, (mode() within group (order by o.institution_id))::int as "institutionId"
          ${untaughtOfferings} and ${isOneOf(sql`o.institution_id`, ids)}`,
      );
      const { count, institutionId } = row!;
      return waitingItem(count, {
        one: 'subject without a teacher',
        many: 'subjects without a teacher',
        href: `/courses/teachers?institution_id=${institutionId}`,
        action: 'Assign teachers',
      });
    },
  },
];
