import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { hasKey, prepareOnce, type Db, type Tx } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { Conflict, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import { amount, id } from '#kernel/schemas.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';

export const OpenDay = z.object({
  institutionId: id,
  opening_float: amount('The float', { zero: true }),
});

/** Opens the actor's own day with the change in the drawer. Nobody has two open days in an institution. */
export async function openDay(tx: Tx, actor: Actor, { institutionId, opening_float }: z.infer<typeof OpenDay>) {
  allow(actor, 'payments.take', institutionId);
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const day = today(timeZone);
  const [made] = await refuseDuplicate(
    tx
      .insert(cashierDays)
      .values({ institutionId, accountId: actor.accountId!, day, openingFloat: opening_float })
      .returning({ id: cashierDays.id }),
    { cashier_days_open: ['opening_float', 'Your session is already open. Reload the page.'] },
  );
  await record(tx, actor, 'payments.openDay', {
    institutionId,
    summary: `opened a cashier session with a float of ${formatMoney({ minor: opening_float, currency })}`,
    subject: { type: 'cashier_day', id: made!.id },
  });
  return made!.id;
}

/** The actor's open day, if any. */
export async function openDayOf(db: Db, actor: Actor, institutionId: number) {
  const [row] = await db
    .select({ id: cashierDays.id, day: cashierDays.day, openedAt: cashierDays.openedAt })
    .from(cashierDays)
    .where(isOpenDayOf(actor, institutionId));
  return row ?? null;
}

const isOpenDayOf = (actor: Actor, institutionId: number) =>
  and(
    eq(cashierDays.institutionId, institutionId),
    eq(cashierDays.accountId, actor.accountId ?? 0),
    isNull(cashierDays.closedAt),
  );

/**
 * The open day that a payment or a payout goes into, held open until the commit: closing waits for it, and what comes
 * after the close finds no open day.
 */
export async function holdOpenDay(tx: Tx, actor: Actor, institutionId: number): Promise<number> {
  const [row] = await prepareOnce(
    tx
      .select({ id: cashierDays.id, day: cashierDays.day })
      .from(cashierDays)
      .where(isOpenDayOf(actor, institutionId))
      .for('share'),
  );
  if (!row) throw new ValidationError('day_id', 'Your cashier session isn’t open. Open it, then take the payment.');
  if (row.day !== today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError(
      'day_id',
      `Your cashier session of ${formatDay(row.day)} is still open. Count and close it, then open today’s.`,
    );
  return row.id;
}

/** Holds the day that a payment was taken into open until the commit. The payment is locked. */
export async function holdDayOf(
  tx: Tx,
  { institutionId, cashierDayId }: { institutionId: number; cashierDayId: number | null },
): Promise<void> {
  const [row] = await tx
    .select({ closedAt: cashierDays.closedAt })
    .from(cashierDays)
    .where(hasKey(cashierDays, institutionId, cashierDayId!))
    .for('share');
  if (!row || row.closedAt) throw new Conflict('The cashier session of this payment is closed. Ask for a reversal.');
}
