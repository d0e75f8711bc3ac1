import { sql } from 'drizzle-orm';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import { ofSession } from '#features/school/structure/in-session.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { documentNumber } from './document-numbers.ts';
import { mergeMoney, moneyConflicts, moneyToApprove, unmergeMoney } from './merge-money.ts';
import { mergeOpenings } from './opening-balances.ts';
import { channels, creditNoteKinds, paymentStatuses } from './receivables.ts';

const people = ['student'] as const;
const keep = 'As long as the books, at least six years; the record they refer to is anonymous after an erasure.';
const amount = (column: string) => sql.raw(`to_char(${column} / 100.0, 'FM999,999,999,990.00')`);
const wordOf = (words: Record<string, string>) => (code: string) => words[code] ?? code;
const partOf = (what: string) => ({ omit: `Part of the ${what}.` });
const rest = {
  people,
  erase: { keep },
  merge: { how: 'leave', why: 'Invoices and payments move; what was written about them stays.' },
  retention: { keep },
} as const;

/** Invoices, credit notes and payments of a student. */
export const receivablesPersonalData: PersonalData = {
  tables: [
    {
      ...rest,
      table: 'invoices',
      inSession: {
        one: 'was billed for',
        many: 'have been billed for',
        advice: { one: ': cancel the invoice first', many: ': cancel the invoices first' },
        stands: (place) =>
          sql`${ofSession(place)} and t.cancelled_at is null and t.created_at >= ${place.since}::timestamptz`,
      },
      merge: {
        how: 'combine',
        one: 'invoice',
        many: 'invoices',
        run: mergeMoney,
        conflicts: moneyConflicts,
        moneyToApprove,
        moveBack: unmergeMoney,
      },
      section: {
        title: 'Invoices',
        order: 61,
        rows: ({ institutionId, personId }) => sql`
          select ${documentNumber('INV', sql`i.number`)} as "Number", i.issued_on::text as "Date", i.title as "Title",
            ${amount('i.total')} as "Total", ${amount('i.credited')} as "Credited", ${amount('i.settled')} as "Paid"
          from invoices i where i.institution_id = ${institutionId} and i.student_id = ${personId} order by i.id`,
      },
    },
    {
      ...rest,
      table: 'credit_notes',
      section: {
        title: 'Credit notes',
        order: 62,
        codes: { Kind: wordOf(creditNoteKinds) },
        rows: ({ institutionId, personId }) => sql`
          select ${documentNumber('CRN', sql`c.number`)} as "Number", c.day::text as "Date", c.kind as "Kind",
            ${amount('c.amount')} as "Amount", c.reason as "Reason"
          from credit_notes c where c.institution_id = ${institutionId} and c.student_id = ${personId} order by c.id`,
      },
    },
    {
      ...rest,
      table: 'payment_shares',
      merge: { how: 'leave', why: 'What is left of each payment moves with the invoices, by entries.' },
      section: {
        title: 'Payments',
        order: 63,
        codes: { Channel: wordOf(channels), Status: wordOf(paymentStatuses) },
        rows: ({ institutionId, personId }) => sql`
          select ${documentNumber('RCT', sql`p.receipt_number`)} as "Receipt", p.day::text as "Date", p.channel as "Channel",
            p.reference as "Reference", p.status as "Status", ${amount('s.amount')} as "Amount", ${amount('s.refunded')} as "Refunded",
            p.payer_name as "Paid by"
          from payment_shares s join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id)
          where s.institution_id = ${institutionId} and s.student_id = ${personId} order by p.id`,
      },
      eraseMentions: forgetPayers,
    },
    {
      ...rest,
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
    { ...rest, table: 'allocations', section: partOf('payments and invoices') },
    { ...rest, table: 'refunds', section: partOf('statement of account') },
  ],
};

/** Who paid, unless the payment is for others as well. */
async function forgetPayers({ tx, institutionId, kind, ids }: Erasure): Promise<void> {
  if (kind.entity !== 'student') return;
  const own = sql`select s.payment_id from payment_shares s where s.institution_id = ${institutionId}
    group by s.payment_id having bool_and(s.student_id = any (${sql.param([...ids])}::bigint[]))`;
  await tx.execute(sql`update payments set payer_name = null, payer_contact = null, note = null
    where institution_id = ${institutionId} and id in (
      select s.payment_id from payment_shares s where s.institution_id = ${institutionId}
        and s.student_id = any (${sql.param([...ids])}::bigint[]) and s.payment_id in (${own}))`);
}
