import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { systemActor } from '#kernel/actor.ts';
import { post } from '#features/money/ledger/post.ts';
import { cashierCounts, cashierDifferences } from './cashier.schema.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { counterChannels, type CounterChannel } from '#features/money/ledger/channels.ts';
import { notesOf, type Bursary } from './habits.demo.ts';

const float = 20_000_00;
/** What was missing on one day. */
const missing = 500_00;

interface Term {
  institutionId: number;
  bursary: Bursary;
  days: string[];
  taken: { day: string; channel: string; amount: number }[];
  /** Whether one of the days has a difference. */
  isCounted: boolean;
}

/** A closed day for each working day: all but the last approved, one with a difference. Returns their ids by day. */
export async function insertCashierDays(tx: Tx, { institutionId, bursary, days, taken, isCounted }: Term) {
  const byDay = Map.groupBy(taken, ({ day }) => day);
  const shortDay = isCounted
    ? days.findLast((day) => cashOf(byDay.get(day)) > 50_000_00 && day !== days.at(-1))
    : undefined;
  const sums = days.map((day) => {
    const sumOf = (channel: CounterChannel) =>
      (byDay.get(day) ?? []).reduce((sum, one) => sum + (one.channel === channel ? one.amount : 0), 0);
    const cash = float + sumOf('cash');
    return { day, sumOf, cash, counted: day === shortDay ? cash - missing : cash };
  });
  const at = (day: string, time: string) => new Date(`${day}T${time}:00+01:00`);
  const ids = await insertMany(
    tx,
    cashierDays,
    sums.map(({ day, counted }) => {
      const next = days[days.indexOf(day) + 1];
      return {
        institutionId,
        accountId: bursary.cashierId,
        day,
        openingFloat: float,
        openedAt: at(day, '07:50'),
        closedAt: at(day, '15:40'),
        denominations: notesOf(counted),
        remark: day === shortDay ? 'One 500 naira note short; counted twice.' : null,
        approvedAt: next ? at(next, '08:30') : null,
        approvedBy: next ? bursary.bursarId : null,
        approvalRemark: day === shortDay ? 'Seen. Count with a witness from now on.' : null,
      };
    }),
  );
  await insertMany(
    tx,
    cashierCounts,
    sums.flatMap(({ sumOf, cash, counted }, index) =>
      counterChannels.map((channel) => ({
        institutionId,
        dayId: ids[index]!,
        channel,
        expected: channel === 'cash' ? cash : sumOf(channel),
        counted: channel === 'cash' ? counted : sumOf(channel),
      })),
    ),
  );
  const short = sums.findIndex(({ day }) => day === shortDay);
  if (short >= 0) await postMissing(tx, { institutionId, bursary, dayId: ids[short]!, day: shortDay! });
  return new Map(days.map((day, index) => [day, ids[index]!]));
}

/** Explained when the day was approved: a note that nobody found. */
async function postMissing(
  tx: Tx,
  { institutionId, bursary, dayId, day }: Pick<Term, 'institutionId' | 'bursary'> & { dayId: number; day: string },
): Promise<void> {
  await tx.insert(cashierDifferences).values({
    institutionId,
    dayId,
    channel: 'cash',
    amount: -missing,
    accountId: bursary.cashierId,
    openedBy: bursary.bursarId,
    explainedAt: new Date(`${day}T17:00:00+01:00`),
    explainedBy: bursary.bursarId,
    how: 'posted',
    reason: 'Seen. Count with a witness from now on.',
  });
  await post(tx, systemActor(institutionId, 'Demonstration', bursary.bursarId), institutionId, [
    {
      day,
      source: 'day_difference',
      sourceId: dayId,
      description: 'Cash short at a cashier’s close',
      lines: [
        { to: 'difference', amount: missing },
        { to: 'cash', amount: -missing },
      ],
    },
  ]);
}

const cashOf = (taken: Term['taken'] = []) =>
  taken.reduce((sum, { channel, amount }) => sum + (channel === 'cash' ? amount : 0), 0);
