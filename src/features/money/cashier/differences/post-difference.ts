import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { post } from '#features/money/ledger/post.ts';
import type { cashierDifferences } from '../cashier.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';

type Difference = Pick<typeof cashierDifferences.$inferSelect, 'institutionId' | 'dayId' | 'channel' | 'amount'>;

/** Moves what is missing or left over in a channel from its account to Cash differences. */
export const postDifference = (tx: Tx, actor: Actor, { institutionId, dayId, channel, amount }: Difference) =>
  post(tx, actor, institutionId, [
    {
      day: today(membershipIn(actor, institutionId)!.timeZone),
      source: 'day_difference',
      sourceId: dayId!,
      // Days that were approved when only cash was posted have none.
      part: channel === 'cash' ? '' : channel,
      description: `${channels[channel]} ${amount < 0 ? 'short' : 'over'} at a cashier’s close`,
      lines: [
        { to: channel, amount },
        { to: 'difference', amount: -amount },
      ],
    },
  ]);
