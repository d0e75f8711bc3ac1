import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const people = ['student'] as const;
/** The books are kept by law, and the ledger is never rewritten: the lines name a record that is then anonymous. */
const keep = 'As long as the books, at least six years; the record they refer to is anonymous after an erasure.';
const leave = 'The ledger is never rewritten: entries move what is owed and in credit to the kept record.';

/** Lines of the ledger that change what a student owes, and their sums. */
export const ledgerPersonalData: PersonalData = {
  tables: [
    {
      table: 'ledger_lines',
      people,
      section: {
        title: 'Statement of account',
        order: 60,
        rows: ({ institutionId, personId }) => sql`
          select e.day::text as "Date", e.description as "Description", e.currency as "Currency",
            to_char(sum(l.amount) / 100, 'FM999,999,999,990.00') as "Amount"
          from ledger_lines l
          join ledger_entries e on (e.institution_id, e.id) = (l.institution_id, l.entry_id)
          where l.institution_id = ${institutionId} and l.student_id = ${personId}
          group by e.day, e.id, e.description, e.currency having sum(l.amount) <> 0 order by e.day, e.id`,
      },
      erase: { keep },
      merge: { how: 'leave', why: leave },
      retention: { keep },
    },
    {
      table: 'student_balances',
      people,
      section: { omit: 'The sums of the statement of account.' },
      erase: { keep },
      merge: { how: 'leave', why: leave },
      retention: { keep },
    },
  ],
};
