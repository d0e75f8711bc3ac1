import { sql } from 'drizzle-orm';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** The secret addresses of people's calendars. Entries of the calendar name nobody. */
export const calendarPersonalData: PersonalData = {
  tables: [
    {
      table: 'calendar_feeds',
      people: ['student', 'employee', 'guardian'],
      namedBy: () => sql`false`,
      section: {
        title: 'Calendar address',
        order: 131,
        rows: ({ institutionId, entity, personId }) => sql`
          select ${momentText('f.created_at')} as "Made", ${momentText('f.read_at')} as "Last read by an app"
          from calendar_feeds f where f.account_id in (select m.account_id from memberships m
            where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${personId}) order by f.account_id`,
      },
      erase: { keep: 'Names an account only; goes with the account.' },
      merge: { how: 'leave', why: 'Names an account only.' },
      retention: { keep: 'Until the person removes it. It shows nothing once the account has no access.' },
    },
  ],
};
