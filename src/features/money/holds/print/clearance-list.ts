import type { Letterhead } from '#kernel/pdf/letterhead.ts';

export interface ClearanceRow {
  /** Surname, First Middle. */
  name: string;
  admissionNumber: string;
  isCleared: boolean;
  /** Why the student is held, or why a hold is lifted. */
  reason: string | null;
}

/** Who may sit an examination, for the hall. */
export interface ClearanceList {
  /** 'SS 2 A'. */
  batch: string;
  rows: ClearanceRow[];
}

/** Lists of several batches, each from a page of its own. */
export interface ClearanceFile {
  letterhead: Letterhead;
  /** 'First term examination, 2026/2027'. */
  title: string | null;
  /** The rule in words: 'Held above ₦20,000.00 or 30 days overdue'. */
  rule: string | null;
  lists: ClearanceList[];
  /** '21 Nov 2026, 08:05 am', from `dateTimeText`: payments after it are not in the list. */
  asOf: string;
}
