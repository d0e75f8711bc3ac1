import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const keep = 'As long as the books, at least six years; without the narration after an erasure.';

/** Lines of bank statements that were a student's payment, or look like one. */
export const bankPersonalData: PersonalData = {
  tables: [
    {
      table: 'bank_lines',
      people: ['student'],
      section: {
        title: 'Bank transfers',
        order: 64,
        rows: ({ institutionId, personId }) => sql`
          select l.day::text as "Date", to_char(l.amount / 100.0, 'FM999,999,999,990.00') as "Amount", l.reference as "Reference",
            l.narration as "Narration"
          from bank_lines l where l.institution_id = ${institutionId} and l.student_id = ${personId} order by l.id`,
      },
      erase: { set: { narration: null } },
      merge: { how: 'move', one: 'bank line', many: 'bank lines' },
      retention: { keep },
    },
  ],
};
