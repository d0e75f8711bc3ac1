import { z } from 'zod';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { membershipIn, allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { manualEntries } from '#features/money/ledger/ledger.schema.ts';
import { post } from '#features/money/ledger/post.ts';
import { holdAccounts } from './hold-accounts.ts';

/** What somebody agrees to: the whole entry, so that nothing can change in between. */
const ManualEntry = z.object({
  institutionId: z.number(),
  day: z.string(),
  description: z.string(),
  lines: z.array(
    z.object({ accountId: z.number(), account: z.string(), amount: z.number(), note: z.string().nullable() }),
  ),
});
export type ManualEntry = z.infer<typeof ManualEntry>;

export const manualApproval = approvalKind({
  kind: 'ledger.post',
  label: 'Journal entry',
  permission: 'ledger.approve',
  payload: ManualEntry,
  async act(tx, asker, entry, { decider }) {
    const id = await postManual(tx, asker, entry, decider);
    return { message: `The journal entry was posted as entry ${id}.` };
  },
  details: (reader, { day, description, lines }, institutionId) => {
    const { currency } = membershipIn(reader, institutionId)!;
    return [
      ['Date', formatDay(day)],
      ['Description', description],
      ...lines.map(({ account, amount, note }): [string, string] => [
        `${amount > 0 ? 'Debit' : 'Credit'} ${account}`,
        [formatMoney({ minor: Math.abs(amount), currency }), note].filter(Boolean).join(' · '),
      ]),
    ];
  },
});

/** Posts an entry that a second person has agreed to. Returns the number of the entry. */
async function postManual(
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
    throw new ValidationError(
      'form',
      `Nobody can post to ${unfit.account} now. Decline this, and prepare another entry.`,
    );
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
