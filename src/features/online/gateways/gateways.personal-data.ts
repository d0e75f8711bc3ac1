import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { mergeAccounts } from './online/receive-event.ts';

const people = ['student'] as const;
const keep = 'As long as the books: what was paid online, and into which account.';
const rest = { people, erase: { keep }, retention: { keep } } as const;

/** Online payments and bank accounts of a student. */
export const gatewayPersonalData: PersonalData = {
  tables: [
    {
      ...rest,
      table: 'online_payment_items',
      section: { omit: 'Part of the payments.' },
      merge: { how: 'leave', why: 'It shows what was requested then.' },
    },
    {
      ...rest,
      table: 'dedicated_accounts',
      merge: {
        how: 'combine',
        one: 'bank account for fees',
        many: 'bank accounts for fees',
        run: mergeAccounts,
        undo: { by: 'columns' },
      },
      section: {
        title: 'Bank accounts for fees',
        order: 60,
        rows: ({ institutionId, personId }) => sql`
          select d.bank as "Bank", d.account_number as "Account number", d.account_name as "Account name",
            d.created_at::date::text as "Opened"
          from dedicated_accounts d where d.institution_id = ${institutionId} and d.student_id = ${personId} order by d.id`,
      },
    },
  ],
};
