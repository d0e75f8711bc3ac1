import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { mergeRefused } from '#features/ledger/ledger.personal-data.ts';

const people = ['student'] as const;
const keep = 'As long as the books: what was paid online, and into which account.';
const rest = { people, erase: { keep }, merge: mergeRefused, retention: { keep } } as const;

/** Online payments and bank accounts of a student. */
export const gatewayPersonalData: PersonalData = {
  tables: [
    { ...rest, table: 'online_payment_items', section: { omit: 'Part of the payments.' } },
    {
      ...rest,
      table: 'dedicated_accounts',
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
