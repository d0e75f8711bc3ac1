import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { dateTimeText } from '#ui/format.ts';
import { closedReconciliation } from '../reopen-reconciliation.ts';
import { changesSince } from '../reconciliation-labels.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import type { Item } from '../figures.ts';

/** A closed reconciliation to print. */
export async function reconciliationSheetData(tx: Tx, actor: Actor, files: Files, reconciliationId: number) {
  const found = await closedReconciliation(tx, actor, reconciliationId);
  const { account, currency, through, statementBalance, bookBalance, adjusted, items, unseen, reopened } = found;
  const { timeZone } = membershipIn(actor, account.institutionId)!;
  return {
    letterhead: await letterheadOf(tx, files, account.institutionId),
    currency,
    account: `${account.name}, ${account.bank} ${account.number}`,
    through,
    statementBalance,
    bookBalance,
    adjusted,
    items,
    unseen: unseen.map(({ channel, count, amount, oldest }) => ({ channel: channels[channel], count, amount, oldest })),
    closed: { by: found.closedBy ?? '', at: dateTimeText(found.closedAt, timeZone) },
    warnings: [
      ...(reopened ? [`Reopened ${dateTimeText(reopened.at, timeZone)}: ${reopened.reason}`] : []),
      ...changesSince(found.since, currency),
    ],
    printedAt: dateTimeText(new Date(), timeZone),
  };
}

/** A closed reconciliation as it prints. Amounts are minor units. */
export interface ReconciliationSheet {
  letterhead: Letterhead;
  currency: string;
  account: string;
  through: string;
  statementBalance: number;
  bookBalance: number;
  adjusted: number;
  items: Pick<Item, 'kind' | 'day' | 'words' | 'amount' | 'age' | 'explanation' | 'isSettled'>[];
  /** By channel, in words. */
  unseen: { channel: string; count: number; amount: number; oldest: number }[];
  closed: { by: string; at: string };
  /** 'The books differ from these figures by …', or that it was reopened. */
  warnings: string[];
  printedAt: string;
}
