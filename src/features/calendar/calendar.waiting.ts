import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { rowsOf } from '#kernel/database.ts';
import { waitingItem } from '#kernel/waiting-item.ts';

export const calendarWaiting: readonly WaitingWork[] = [
  {
    place: 64,
    may: ['calendar.edit'],
    async load(db, actor, wanted) {
      const [row] = await rowsOf<{ count: number }>(
        db,
        sql`select count(*)::int as count from calendar_entries e join institutions i on i.id = e.institution_id
          cross join lateral (select (now() at time zone i.time_zone)::date as today) d
          where e.institution_id = any (${sql.param(institutionsInView(actor, wanted, 'calendar.edit'))}::int[])
            and e.is_expected and e.ends_on >= d.today and e.starts_on <= d.today + 14`,
      );
      return waitingItem(row!.count, {
        ...{ one: 'holiday to confirm or move', many: 'holidays to confirm or move' },
        ...{ href: '/calendar/holidays', action: 'Review' },
      });
    },
  },
];
