import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { post } from '#features/ledger/post.ts';
import { cashierCounts, cashierDays } from '#features/receivables/payments.schema.ts';
import { lockDay } from './close-day.ts';

export const ApproveDay = z.object({ remark: optionalLine(500, 'The remark') });

/** Accepts a closed day and posts its cash difference. Nobody approves the own day. */
export async function approveDay(tx: Tx, actor: Actor, dayId: number, { remark }: z.infer<typeof ApproveDay>) {
  const day = await lockDay(tx, actor, dayId);
  const { institutionId } = day;
  allow(actor, 'payments.approveDay', institutionId);
  if (day.accountId === actor.accountId)
    throw new NotAllowed('You can’t approve your own day. Someone else has to do it.');
  if (!day.closedAt) throw new Conflict('This day is still open. Its cashier has to count and close it first.');
  if (day.approvedAt) throw new Conflict('This day is approved already.');
  const [cash] = await tx
    .select({ expected: cashierCounts.expected, counted: cashierCounts.counted })
    .from(cashierCounts)
    .where(
      and(
        eq(cashierCounts.institutionId, institutionId),
        eq(cashierCounts.dayId, dayId),
        eq(cashierCounts.channel, 'cash'),
      ),
    );
  const difference = cash ? cash.counted - cash.expected : 0;
  if (difference !== 0)
    await post(tx, actor, institutionId, [
      {
        ...{ day: today(membershipIn(actor, institutionId)!.timeZone), source: 'day_difference', sourceId: dayId },
        description: difference < 0 ? 'Cash short at a cashier’s close' : 'Cash over at a cashier’s close',
        lines: [
          { to: 'cash', amount: difference },
          { to: 'difference', amount: -difference },
        ],
      },
    ]);
  await tx
    .update(cashierDays)
    .set({ approvedAt: sql`now()`, approvedBy: actor.accountId, approvalRemark: remark })
    .where(and(eq(cashierDays.institutionId, institutionId), eq(cashierDays.id, dayId)));
  await record(tx, actor, 'payments.approveDay', {
    institutionId,
    summary: 'approved a cashier day',
    subject: { type: 'cashier_day', id: dayId },
    details: { difference },
  });
}
