import { sql } from 'drizzle-orm';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import {
  amountText,
  booked,
  invoiceTable,
  partOf,
  labelFrom,
} from '#features/money/invoices/invoices.personal-data.ts';
import { mergeMoney, moneyConflicts, moneyToApprove, unmergeMoney } from './merging/merge-money.ts';
import { paymentStatuses } from './payments.ts';

/** Payments of a student, with the invoices that move along. */
export const paymentPersonalData: PersonalData = {
  tables: [
    {
      ...invoiceTable,
      merge: {
        how: 'combine',
        one: 'invoice',
        many: 'invoices',
        run: mergeMoney,
        conflicts: moneyConflicts,
        moneyToApprove,
        moveBack: unmergeMoney,
      },
    },
    {
      ...booked,
      table: 'payment_shares',
      merge: { how: 'leave', why: 'What is left of each payment moves with the invoices, by entries.' },
      section: {
        title: 'Payments',
        order: 63,
        codes: { Channel: labelFrom(channels), Status: labelFrom(paymentStatuses) },
        rows: ({ institutionId, personId }) => sql`
          select ${documentNumber('RCT', sql`p.receipt_number`)} as "Receipt", p.day::text as "Date", p.channel as "Channel",
            p.reference as "Reference", p.status as "Status", ${amountText('s.amount')} as "Amount", ${amountText('s.refunded')} as "Refunded",
            p.payer_name as "Paid by"
          from payment_shares s join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id)
          where s.institution_id = ${institutionId} and s.student_id = ${personId} order by p.id`,
      },
      eraseMentions: forgetPayers,
    },
    { ...booked, table: 'allocations', section: partOf('payments and invoices') },
    { ...booked, table: 'refunds', section: partOf('statement of account') },
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
