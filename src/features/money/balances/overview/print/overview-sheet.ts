import type { Letterhead } from '#kernel/pdf/letterhead.ts';

export interface AgedRow {
  name: string;
  notDue: number;
  days30: number;
  days60: number;
  days90: number;
  older: number;
}

/** The bursar's overview as it prints. Amounts are minor units. */
export interface OverviewSheet {
  letterhead: Letterhead;
  currency: string;
  day: string;
  collected: { name: string; count: number; amount: number }[];
  /** Reversals and refunds of the day, below zero. */
  takenOff: { name: string; amount: number }[];
  ages: AgedRow;
  classes: AgedRow[];
  fees: AgedRow[];
  /** In the institution's words. */
  words: { class: string; batch: string };
  weeks: { week: string; expected: number; collected: number }[];
  given: { since: string; rows: { name: string; amount: number }[] };
  debtors: { name: string; batch: string | null; owed: number }[];
  waiting: { words: string; count: number; amount: number | null }[];
  /** Differences of the last nightly proof; null before the first. */
  differences: number | null;
  printedAt: string;
}
