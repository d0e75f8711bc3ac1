import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { booked, partOf } from '#features/money/invoices/invoices.personal-data.ts';
import { mergeOpenings } from './openings/opening-balances.ts';

/** Opening balances of a student. */
export const balancePersonalData: PersonalData = {
  tables: [
    {
      ...booked,
      table: 'opening_balances',
      merge: {
        how: 'combine',
        one: 'opening balance',
        many: 'opening balances',
        run: mergeOpenings,
        undo: { by: 'columns' },
      },
      section: partOf('invoices and payments'),
    },
  ],
};
