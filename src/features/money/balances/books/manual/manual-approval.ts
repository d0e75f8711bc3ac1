import { z } from 'zod';
import { membershipIn } from '#kernel/actor.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { postManual } from './post-manual.ts';

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
