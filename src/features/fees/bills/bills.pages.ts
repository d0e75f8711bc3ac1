import { page } from '#web/page.ts';
import type { InvoiceState } from '../invoices/invoice-state.ts';
import type { BillFileRow } from './bills.queries.ts';

export const billFilePage = page<{ file: BillFileRow }>('fees/bill-file');
/** A bill as its public page shows it. */
export interface VerifiedBill {
  institution: string;
  number: number;
  title: string;
  issuedOn: string;
  total: number;
  open: number;
  currency: string;
  batch: string | null;
  initials: string;
  state: InvoiceState;
}
export const verifyBillPage = page<{ bill: VerifiedBill }>('fees/verify-bill');
