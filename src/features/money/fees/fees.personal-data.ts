import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const people = ['student'] as const;
const retention = { keep: 'As long as the fee.' };

/** Fees, discounts and optional items that name a student. */
export const feePersonalData: PersonalData = {
  tables: [
    {
      table: 'fee_audience',
      inSession: { stays: 'The students named in a fee don’t depend on the class.' },
      people,
      section: { omit: 'What the student was billed is in the invoices.' },
      erase: 'delete',
      merge: { how: 'move', same: ['fee_id'], one: 'fee', many: 'fees', undo: { words: 'the fees' } },
      retention,
    },
    {
      table: 'discount_students',
      people,
      section: {
        title: 'Discounts',
        order: 64,
        rows: ({ institutionId, personId }) => sql`
          select d.name as "Discount", s.until::text as "Until", s.note as "Note"
          from discount_students s join discount_schemes d on (d.institution_id, d.id) = (s.institution_id, s.scheme_id)
          where s.institution_id = ${institutionId} and s.student_id = ${personId} order by d.name`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['scheme_id'],
        one: 'discount',
        many: 'discounts',
        undo: { keys: ['scheme_id', 'student_id'], words: 'the discounts' },
      },
      retention,
    },
    {
      table: 'fee_choices',
      inSession: { stays: 'A student’s optional items are billed separately, and an existing bill prevents this.' },
      people,
      section: {
        title: 'Optional items',
        order: 65,
        rows: ({ institutionId, personId }) => sql`
          select p.name as "Item", f.title as "Fee" from fee_choices c
          join fee_particulars p on (p.institution_id, p.id) = (c.institution_id, c.particular_id)
          join fees f on (f.institution_id, f.id) = (p.institution_id, p.fee_id)
          where c.institution_id = ${institutionId} and c.student_id = ${personId} order by f.id, p.position`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['particular_id'],
        one: 'optional item',
        many: 'optional items',
        undo: { keys: ['particular_id', 'student_id'], words: 'the optional items' },
      },
      retention,
    },
  ],
};
