import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound, Refused } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, optionalLine } from '#kernel/schemas.ts';
import { cashierCounts, cashierDays } from '#features/receivables/payments.schema.ts';
import { channels } from '#features/receivables/receivables.ts';
import { visibleDays } from '../payments.access.ts';
import { countedCash, denominations } from './denominations.ts';
import { dayTotals, expectedOf } from './day-totals.ts';

const pieces = z.coerce
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(0, 'Enter zero or more.')
  .max(1_000_000, 'This is too many. Check the number.');

export const CloseDay = z.object({
  /** Pieces by the value of a note in minor units, `n100000`; in a currency without a list of notes, `cash` is the total. */
  pieces: z
    .record(
      z.string().regex(/^n\d{1,9}$/),
      z.preprocess((value) => (value === '' ? 0 : value), pieces),
    )
    .default({})
    .transform((given) => Object.fromEntries(Object.entries(given).map(([note, count]) => [note.slice(1), count]))),
  cash: z.preprocess((value) => (value === '' ? undefined : value), amount('Cash', { zero: true }).optional()),
  transfer: amount('Transfers', { zero: true }),
  pos: amount('POS', { zero: true }),
  cheque: amount('Cheques', { zero: true }),
  remark: optionalLine(500, 'The remark'),
});

/** Counts and locks the actor's own day. A payment that is being taken comes first; a later one is refused. */
export async function closeDay(tx: Tx, actor: Actor, dayId: number, input: z.infer<typeof CloseDay>) {
  const day = await lockDay(tx, actor, dayId);
  if (day.accountId !== actor.accountId) throw new NotAllowed('Only the cashier can close this day.');
  if (day.closedAt) throw new Conflict('This day is closed already.');
  const { institutionId } = day;
  const { currency } = membershipIn(actor, institutionId)!;
  const counted = { ...input, cash: cashOf(currency, input) };
  const totals = await dayTotals(tx, institutionId, dayId);
  const counts = totals.map((total) => ({
    ...{ institutionId, dayId, channel: total.channel },
    ...{ expected: expectedOf(total, day.openingFloat), counted: counted[total.channel] },
  }));
  const wrong = counts.filter((count) => count.counted !== count.expected);
  if (wrong.length > 0 && input.remark === null)
    throw new Refused(
      'remark',
      `${wrong.map(({ channel, expected, counted: found }) => `${channels[channel]} ${found < expected ? 'is short by' : 'is over by'} ${formatMoney({ minor: Math.abs(found - expected), currency })}.`).join(' ')} Count again, or explain the difference.`,
    );
  await tx.insert(cashierCounts).values(counts);
  await tx
    .update(cashierDays)
    .set({ closedAt: sql`now()`, remark: input.remark, denominations: currency in denominations ? input.pieces : null })
    .where(and(eq(cashierDays.institutionId, institutionId), eq(cashierDays.id, dayId)));
  await record(tx, actor, 'payments.closeDay', {
    institutionId,
    summary: `closed a cashier day${wrong.length ? ' with a difference' : ''}`,
    subject: { type: 'cashier_day', id: dayId },
    details: { counts: counts.map(({ channel, expected, counted: found }) => ({ channel, expected, counted: found })) },
  });
}

function cashOf(currency: string, { pieces: given, cash }: z.infer<typeof CloseDay>): number {
  const values = denominations[currency];
  if (!values) {
    if (cash === undefined) throw new Refused('cash', 'Enter the cash that you counted.');
    return cash;
  }
  const unknown = Object.keys(given).find((value) => !values.includes(Number(value)));
  if (unknown) throw new Refused('pieces', 'One of these notes doesn’t exist. Reload the page.');
  return countedCash(given);
}

/** A day that the actor can see, locked against payments; NotFound otherwise. */
export async function lockDay(tx: Tx, actor: Actor, dayId: number) {
  for (const { where } of visibleDays(cashierDays)(actor)) {
    const [row] = await tx
      .select()
      .from(cashierDays)
      .where(and(where, eq(cashierDays.id, dayId)))
      .for('update');
    if (row) return row;
  }
  throw new NotFound('cashier day');
}
