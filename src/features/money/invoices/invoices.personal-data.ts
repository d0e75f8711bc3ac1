import { sql } from 'drizzle-orm';
import { anyId } from '#kernel/personal-data/named-by.ts';
import { ofSession } from '#features/school/structure/in-session.ts';
import type { PersonalData, PersonalTable } from '#kernel/personal-data/personal-data.ts';
import { columnListOf } from '#kernel/record-fields/derive.ts';
import { invoiceFields } from './invoices.fields.ts';
import { documentNumber } from './document-numbers.ts';
import { creditNoteKinds } from './invoices.ts';

const people = ['student'] as const;
const keep = 'As long as the books, at least six years; the record they refer to is anonymous after an erasure.';
export const amountText = (column: string) => sql.raw(`to_char(${column} / 100.0, 'FM999,999,999,990.00')`);
export const wordOf = (words: Record<string, string>) => (code: string) => words[code] ?? code;
export const partOf = (what: string) => ({ omit: `Part of the ${what}.` });
/** What every document in the books declares alike. */
export const booked = {
  people,
  erase: { keep },
  merge: { how: 'leave', why: 'Invoices and payments move; what was written about them stays.' },
  retention: { keep },
} as const;

/** Invoices of a student. They are merged with the payments that settle them, so payments declare them. */
export const invoiceTable = {
  ...booked,
  table: 'invoices',
  inSession: {
    one: 'was billed for',
    many: 'have been billed for',
    advice: { one: ': cancel the invoice first', many: ': cancel the invoices first' },
    stands: (place) =>
      sql`${ofSession(place)} and t.cancelled_at is null and t.created_at >= ${place.since}::timestamptz`,
  },
  section: {
    title: 'Invoices',
    order: 61,
    rows: ({ institutionId, personId }) => sql`
      select ${documentNumber('INV', sql`i.number`)} as "Number", i.issued_on::text as "Date"${columnListOf(invoiceFields, 'i', { place: 'personalData', as: 'label' })},
        ${amountText('i.total')} as "Total", ${amountText('i.credited')} as "Credited", ${amountText('i.settled')} as "Paid"
      from invoices i where i.institution_id = ${institutionId} and i.student_id = ${personId} order by i.id`,
  },
} satisfies PersonalTable;

/** Credit notes and printed bills of a student. */
export const invoicePersonalData: PersonalData = {
  tables: [
    {
      ...booked,
      table: 'credit_notes',
      section: {
        title: 'Credit notes',
        order: 62,
        codes: { Kind: wordOf(creditNoteKinds) },
        rows: ({ institutionId, personId }) => sql`
          select ${documentNumber('CRN', sql`c.number`)} as "Number", c.day::text as "Date", c.kind as "Kind",
            ${amountText('c.amount')} as "Amount", c.reason as "Reason"
          from credit_notes c where c.institution_id = ${institutionId} and c.student_id = ${personId} order by c.id`,
      },
    },
    {
      table: 'bill_files',
      people,
      namedBy: (_, ids) => sql`invoice_ids && array(select i.id from invoices i
        where i.institution_id = bill_files.institution_id and i.student_id = ${anyId(ids)})`,
      section: { omit: 'Printed bills of many students; the invoices are exported.' },
      // A page cannot be taken out of a file, so the file goes; it is printed again in a moment.
      erase: 'delete',
      files: ['file_id'],
      merge: { how: 'leave', why: 'The file is deleted within a day.' },
      retention: { days: 1, job: 'fees.tidyBillFiles' },
    },
  ],
};
