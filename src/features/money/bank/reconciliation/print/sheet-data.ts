import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { dateTimeText } from '#ui/format.ts';
import { closedReconciliation } from '../reconciliation.queries.ts';
import { changesSince } from '../reconciliation-words.ts';
import type { ReconciliationSheet } from './sheet.ts';

/** A closed reconciliation to print. */
export async function reconciliationSheetData(
  tx: Tx,
  actor: Actor,
  files: Files,
  reconciliationId: number,
): Promise<ReconciliationSheet> {
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
