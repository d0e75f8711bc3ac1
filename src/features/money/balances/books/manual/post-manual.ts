import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { manualEntries } from '#features/money/ledger/ledger.schema.ts';
import { post } from '#features/money/ledger/post.ts';
import { holdAccounts } from './hold-accounts.ts';
import type { ManualEntry } from './manual-approval.ts';

/** Posts an entry that a second person has agreed to. Returns the number of the entry. */
export async function postManual(
  tx: Tx,
  actor: Actor,
  { institutionId, day, description, lines }: ManualEntry,
  decider: Actor,
): Promise<number> {
  allow(actor, 'ledger.edit', institutionId);
  const accounts = await holdAccounts(
    tx,
    institutionId,
    lines.map(({ accountId }) => accountId),
  );
  const unfit = lines.find(({ accountId }) => !accounts.has(accountId));
  if (unfit)
    throw new Refused('form', `Nobody can post to ${unfit.account} now. Decline this, and prepare another entry.`);
  const notes = lines.map(({ note }) => note ?? '');
  const [row] = await tx
    .insert(manualEntries)
    .values({ institutionId, notes, preparedBy: actor.accountId, approvedBy: decider.accountId })
    .returning({ id: manualEntries.id });
  const [entryId] = await post(tx, actor, institutionId, [
    {
      day,
      source: 'manual',
      sourceId: row!.id,
      description,
      lines: lines.map(({ accountId, amount }) => ({ to: accountId, amount })),
    },
  ]);
  await record(tx, actor, 'ledger.post', {
    institutionId,
    summary: `posted the journal entry ${entryId}`,
    subject: { type: 'ledger_entry', id: entryId! },
    details: { day, description, approvedBy: decider.name },
  });
  return entryId!;
}
