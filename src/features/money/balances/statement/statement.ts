import type { Letterhead } from '#kernel/pdf/letterhead.ts';

export interface StatementLine {
  on: string;
  /** Number of the invoice, receipt or note. */
  document: string | null;
  words: string;
  /** Charged to the student. */
  debit: number;
  /** Paid or taken off. */
  credit: number;
}

/** A student's statement as it prints. Amounts are minor units; a balance above zero is owed. */
export interface Statement {
  letterhead: Letterhead;
  currency: string;
  student: {
    /** First Middle Surname. */
    name: string;
    admissionNumber: string;
    place: string | null;
  };
  from: string;
  until: string;
  /** Owed before `from`. */
  opening: number;
  /** By date. */
  lines: StatementLine[];
  /** Owed at the end of `until`. */
  closing: number;
  /** '21 Nov 2026, 05:10 pm', from `dateTimeText`. */
  printedAt: string;
}
