import type { Ages } from '#features/money/invoices/dues/ages.ts';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { channels, type Channel } from '#features/money/ledger/channels.ts';
import { dateTimeText } from '#ui/format.ts';
import { moneyOverview, type AmountsOwed } from '../overview.ts';
import { takenOff } from '../taken-back.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** The overview to print. It names debtors, so the print is recorded. */
export async function overviewData(
  tx: Tx,
  actor: Actor,
  files: Files,
  wanted: number | undefined,
): Promise<OverviewSheet> {
  const overview = await moneyOverview(tx, actor, wanted);
  const { institutionId, currency, day, collected, ages, classes, fees, weeks, given, debtors, waiting } = overview;
  const named = (rows: AmountsOwed[], none: string): AgedRow[] =>
    rows.map((row) => ({ ...row, name: row.name ?? none }));
  const { terminology, timeZone } = membershipIn(actor, institutionId)!;
  const words = termsOf(terminology);
  await record(tx, actor, 'payments.printOverview', { institutionId, summary: 'printed the fees overview' });
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    currency,
    day,
    weeks,
    given,
    debtors,
    differences: waiting.differences,
    words: { class: words.class, batch: words.batch },
    collected: collected.map(({ channel, cashier, count, amount }) => ({
      name: [channels[channel as Channel], cashier].filter(Boolean).join(', '),
      count,
      amount,
    })),
    takenOff: takenOff(overview),
    ages: { ...ages, name: 'Total' },
    classes: named(classes, 'Without class'),
    fees: named(fees, 'Other invoices'),
    waiting: [
      { words: 'Unidentified payments', count: waiting.suspense, amount: waiting.suspenseAmount },
      { words: 'Cheques to clear', count: waiting.cheques, amount: waiting.chequeAmount },
      { words: 'Payments not seen at the bank', count: waiting.unseen, amount: waiting.unseenAmount },
      { words: 'Online payments to review', count: waiting.reviews, amount: null },
      { words: 'Cashier sessions not closed', count: waiting.openDays, amount: null },
      { words: 'Closed sessions to approve', count: waiting.unapprovedDays, amount: null },
      { words: 'Cashier differences to explain', count: waiting.openDifferences, amount: null },
    ].filter(({ count }) => count > 0),
    printedAt: dateTimeText(new Date(), timeZone),
  };
}

export type AgedRow = Ages & { name: string };

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
