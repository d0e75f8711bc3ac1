import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** What a payment paid: a charge of an invoice, or the invoice as a whole. */
interface ReceiptLine {
  title: string;
  /** Number of the invoice. */
  invoice: string | null;
  amount: number;
}

export interface ReceiptStudent {
  /** First Middle Surname. */
  name: string;
  admissionNumber: string;
  /** Class arm or programme. */
  place: string | null;
  lines: ReceiptLine[];
}

/** A receipt as it prints. Amounts are minor units; the lines and the credit sum to the amount. */
export interface ReceiptPaper {
  letterhead: Letterhead;
  paper: 'a4' | 'a5' | 'roll';
  /** Instead of 'Receipt': what acknowledges a cheque is none. */
  heading?: string;
  number: string;
  /** Day and time in the institution's zone, from `dateTimeText`. */
  receivedAt: string;
  currency: string;
  payer: string | null;
  amount: number;
  students: ReceiptStudent[];
  /** Paid above what was owed. */
  credit: number;
  /** Owed by these students after this payment. */
  balance: number;
  /** 'Bank transfer'. */
  channel: string;
  reference: string | null;
  /** Null if it was paid online. */
  cashier: string | null;
  /** 'Valid once the cheque has cleared.' */
  note: string | null;
  /** Public address that says whether this receipt is genuine. */
  address: string;
  /** Day of a later print; null on the first. */
  duplicateOn: string | null;
  void: { reason: string } | null;
  /** Paid at a gateway's test mode: no money moved. */
  isTest: boolean;
}
