import { isYes, type FilterOf, type MeaningsOf, type ReportList } from '#kernel/contracts/report-list.ts';
import type { paymentList } from './records/payments.list.ts';

/** Lists of payments as reports. */
export const paymentLists: ReportList[] = [
  {
    name: 'payments',
    subject: 'payment',
    filters: {
      cashier: 'cashier',
      status: 'status',
      channel: 'channel',
      for: 'purpose',
      // A payment can pay several fees, so it is of none of them.
      fee_id: { left: 'Fee' },
      // What the bank has shown is not told to reports.
      bank: { left: 'Bank' },
      suspense: { rules: { yes: [isYes('is_unidentified')] } },
      from: { field: 'day', end: 'from' },
      to: { field: 'day', end: 'to' },
    } satisfies MeaningsOf<FilterOf<typeof paymentList>>,
    columns: {
      number: ['receipt_number'],
      day: ['day'],
      names: ['students'],
      payer: ['payer'],
      channel: ['channel', 'reference'],
      amount: ['amount'],
      status: ['status'],
      cashier: ['cashier'],
    },
  },
];
