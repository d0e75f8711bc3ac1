import type { z } from 'zod';
import { page } from '#web/page.ts';
import type { PaymentRecord } from './records/receipts.ts';
import type { paymentList } from './records/payments.list.ts';
import type { PaymentStatus } from './payments.ts';

/** The rows come from /payment_records/payment_record_filter. */
interface PaymentListProps {
  filter: Omit<z.infer<typeof paymentList.Filter>, 'after'>;
  /** Where the actor records money that nobody can place. */
  placing: { id: number; name: string; currency: string }[];
  /** The name of the cashier in the filter. */
  cashier: string | null;
  can: { export: boolean; view: boolean };
}
export const paymentListPage = page<PaymentListProps>('payments/payment-list');
export const paymentRecordPage = page<PaymentRecord>('payments/payment-record');

/** Public: without names of people. */
export interface VerifiedReceipt {
  institution: string;
  /** Null for a cheque that has not cleared. */
  number: number | null;
  day: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  isTest: boolean;
  /** Nobody has identified the money, perhaps again. */
  inSuspense: boolean;
  /** Initials. */
  students: string[];
}

export const verifyReceiptPage = page<VerifiedReceipt>('payments/verify-receipt');
