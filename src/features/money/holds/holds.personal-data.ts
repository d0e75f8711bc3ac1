import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Lifts name a student, with a reason that may be private. */
export const holdPersonalData: PersonalData = {
  tables: [
    {
      table: 'hold_lifts',
      people: ['student'],
      section: {
        title: 'Lifted holds',
        order: 64,
        rows: ({ institutionId, personId }) => sql`
          select l.created_at::date::text as "Lifted on", l.until::text as "Until", array_to_string(l.lifts, ', ') as "Released",
            l.reason as "Reason", l.ended_at::date::text as "Ended early"
          from hold_lifts l where l.institution_id = ${institutionId} and l.student_id = ${personId} order by l.id`,
      },
      erase: { set: { reason: null } },
      merge: { how: 'move', one: 'lifted hold', many: 'lifted holds' },
      retention: { keep: 'As long as the student’s record; without the reason after an erasure.' },
    },
  ],
};
