import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** An invoice as it prints. Amounts are minor units. */
export interface Bill {
  number: string;
  /** 'First term fees, 2026/2027'. */
  title: string;
  issuedOn: string;
  student: {
    /** First Middle Surname. */
    name: string;
    admissionNumber: string;
    /** Class arm or programme. */
    place: string | null;
  };
  /** The guardian it is addressed to. */
  addressee: string | null;
  /** What is charged, fines included. */
  charges: { title: string; amount: number }[];
  /** What is taken off: discounts, scholarships, credit notes; amounts above zero. */
  deductions: { title: string; amount: number }[];
  /** Payments alone: charges less deductions less these is what the dues have open. */
  paid: number;
  /** With what is still open of each, from `openDues`. */
  dues: { dueOn: string; amount: number; open: number }[];
  /** Still owed on the student's other invoices. */
  otherOwed: number;
  /** Public address that shows or pays this invoice. */
  address: string;
  void: { reason: string } | null;
  /** How to pay this one, if it differs from the rest of the file. */
  payTo?: string[];
}

/** One or many in one file, each numbered from page 1. */
export interface BillFile {
  letterhead: Letterhead;
  currency: string;
  /** How to pay, a paragraph each: bank accounts, what to write as a reference. */
  payTo: string[];
  bills: Bill[];
}
