import type { PrintedFile } from '#kernel/print/printed-files.ts';
import { page } from '#web/page.ts';
import type { InvoiceState } from '../records/invoice-state.ts';

export const billFilePage = page<{ file: PrintedFile }>('invoices/bill-file');
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
export const verifyBillPage = page<{ bill: VerifiedBill }>('invoices/verify-bill');
