import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Which student has borrowed which book. */
export const loanPersonalData: PersonalData = {
  tables: [
    {
      table: 'book_loans',
      people: ['student'],
      section: {
        title: 'Book loans',
        order: 70,
        rows: ({ institutionId, personId }) => sql`
          select title as "Title", due_on::text as "Due", returned_on::text as "Returned" from book_loans
          where institution_id = ${institutionId} and student_id = ${personId} order by id`,
      },
      erase: 'delete',
      merge: { how: 'move', one: 'loan', many: 'loans' },
      retention: { keep: 'As long as the student’s record.' },
    },
  ],
};
