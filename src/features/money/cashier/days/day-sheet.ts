import { type Actor } from '#kernel/actor.ts';
import { type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import { dateTimeText } from '#ui/format.ts';
import { findDay } from './approve-day.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';

/** No cashier takes more in a day; a sheet with more says so in its remark. */
const mostReceipts = 5000;

/** A cashier's day as it prints. */
export async function daySheetData(tx: Tx, actor: Actor, files: Files, dayId: number): Promise<DaySheet> {
  const day = await findDay(tx, actor, dayId, mostReceipts);
  if (day.isBlind) throw new Conflict('Count and close your session first. Its sheet shows the expected amounts.');
  const { institutionId, currency, timeZone, openingFloat } = day;
  const at = (moment: Date) => dateTimeText(moment, timeZone);
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    currency,
    cashier: day.cashier,
    day: day.day,
    openedAt: at(day.openedAt),
    closedAt: day.closedAt && at(day.closedAt),
    approved: day.approvedAt && { by: day.approvedBy ?? '', at: at(day.approvedAt) },
    channels: day.channels.map(({ channel, receipts, expected, counted }) => {
      const float = channel === 'cash' ? openingFloat : 0;
      return { label: channels[channel], receipts: receipts!, received: expected! - float, float, counted };
    }),
    firstCount: day.recountedAt
      ? day.channels
          .map(({ channel, firstCounted }) => `${channels[channel]} ${formatMoney({ minor: firstCounted!, currency })}`)
          .join(', ')
      : null,
    denominations: Object.entries(day.recountDenominations ?? day.denominations ?? {})
      .map(([value, count]) => ({ value: Number(value), count }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.value - one.value),
    remark:
      [day.remark, day.recountRemark, day.isMore && '(The first receipts are not listed.)'].filter(Boolean).join(' ') ||
      null,
    receipts: day.receipts.toReversed().map((receipt) => ({
      number: receipt.number === null ? `Payment ${receipt.id}` : receiptNumber(receipt.number),
      time: at(receipt.at).split(', ')[1]!,
      name: receipt.names ?? 'Unidentified',
      channel: channels[receipt.channel],
      amount: receipt.amount!,
      isVoid: !['pending', 'successful', 'partly_refunded', 'refunded'].includes(receipt.status),
    })),
    printedAt: at(new Date()),
  };
}

export interface DayChannel {
  /** 'Cash', 'POS'. */
  label: string;
  /** How many receipts, without void ones. */
  receipts: number;
  /** What they received, less what was refunded through this channel. */
  received: number;
  /** In the drawer when the day was opened; 0 for other channels. */
  float: number;
  /** Null while it has not been counted. */
  counted: number | null;
}

export interface DayReceipt {
  number: string;
  /** '08:05 am'. */
  time: string;
  /** Who it was for. */
  name: string;
  channel: string;
  amount: number;
  isVoid: boolean;
}

/** A cashier's day as it prints. Amounts are minor units. */
export interface DaySheet {
  letterhead: Letterhead;
  currency: string;
  cashier: string;
  day: string;
  /** '21 Nov 2026, 08:05 am', from `dateTimeText`. */
  openedAt: string;
  closedAt: string | null;
  approved: { by: string; at: string } | null;
  channels: DayChannel[];
  /** What was counted at first, if the day was counted again: 'Cash ₦5,000.00, …'. */
  firstCount: string | null;
  /** Notes and coins, the largest first; they sum to the cash counted. `value` is in minor units. */
  denominations: { value: number; count: number }[];
  remark: string | null;
  /** The receipts of the day; none are listed if it is empty. */
  receipts: DayReceipt[];
  /** '21 Nov 2026, 05:10 pm'. */
  printedAt: string;
}
