import type { z } from 'zod';
import { page } from '#web/page.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { FamilyDues } from './counter/family-dues.queries.ts';
import type { DayRecord } from './days/day.queries.ts';
import type { dayList } from './days/days.list.ts';
import type { differenceList } from './differences/differences.list.ts';
import type { PaymentRecord } from './records/payment-record.queries.ts';
import type { paymentList } from './records/payments.list.ts';
import type { VerifiedReceipt } from './records/verify.routes.ts';

export interface TakePaymentProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  today: string;
  /** The cashier's open day. */
  day: { id: number; day: string } | null;
  family: FamilyDues | null;
  /** The child in the address was not found. */
  isUnknown: boolean;
  can: { backdate: boolean };
}
export const takePaymentPage = page<TakePaymentProps>('payments/take-payment');

export const dayListPage = page<PropsOfList<typeof dayList>>('payments/day-list');
export const differenceListPage = page<PropsOfList<typeof differenceList>>('payments/difference-list');
export const dayPage = page<DayRecord & { notes: number[] }>('payments/day');

/** The rows come from /payment_records/payment_record_filter. */
export interface PaymentListProps {
  filter: Omit<z.infer<typeof paymentList.Filter>, 'after'>;
  /** Where the actor records money that nobody can place. */
  placing: { id: number; name: string; currency: string }[];
  /** The name of the cashier in the filter. */
  cashier: string | null;
  can: { export: boolean; view: boolean };
}
export const paymentListPage = page<PaymentListProps>('payments/payment-list');
export const paymentRecordPage = page<PaymentRecord>('payments/payment-record');

export const verifyReceiptPage = page<VerifiedReceipt>('payments/verify-receipt');
