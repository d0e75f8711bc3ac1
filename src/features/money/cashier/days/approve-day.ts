import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, ValidationError } from '#kernel/errors.ts';
import { isOwnAccount } from '#kernel/own-family/own-family.ts';
import { choice, optionalLine } from '#kernel/schemas.ts';
import { cashierDays } from '#features/money/payments/payments.schema.ts';
import { cashierDifferences } from '../cashier.schema.ts';
import { differenceFates } from '../differences/difference-words.ts';
import { postDifference } from '../differences/post-difference.ts';
import { lockDay } from './close-day.ts';
import { countsInForce } from './counts.queries.ts';

const fate = choice(differenceFates).default('open');

export const ApproveDay = z.object({
  remark: optionalLine(500, 'The remark'),
  cash: fate,
  transfer: fate,
  pos: fate,
  cheque: fate,
});

/** Accepts a closed day. What was missing or left over is posted, or kept open in the cashier's name. Nobody approves the own day or the family’s. */
export async function approveDay(tx: Tx, actor: Actor, dayId: number, input: z.infer<typeof ApproveDay>) {
  const day = await lockDay(tx, actor, dayId);
  const { institutionId, accountId } = day;
  allow(actor, 'payments.approveDay', institutionId);
  if (await isOwnAccount(tx, actor, institutionId, accountId!))
    throw new NotAllowed('You can’t approve your own day, or your family’s. Ask a colleague to do it.');
  if (!day.closedAt) throw new Conflict('This day is still open. Its cashier has to count and close it first.');
  if (day.approvedAt) throw new Conflict('This day is approved already.');
  const differences = (await countsInForce(tx, institutionId, dayId))
    .map(({ channel, expected, counted }) => ({ channel, amount: counted - expected }))
    .filter(({ amount }) => amount !== 0);
  const posted = differences.filter(({ channel }) => input[channel] === 'post');
  if (posted.length > 0 && input.remark === null)
    throw new ValidationError('remark', 'Say why the difference is posted.');
  for (const { channel, amount } of differences) {
    const explained =
      input[channel] === 'post'
        ? { how: 'posted' as const, reason: input.remark, explainedAt: new Date(), explainedBy: actor.accountId }
        : {};
    const [made] = await tx
      .insert(cashierDifferences)
      .values({ institutionId, dayId, channel, amount, accountId, openedBy: actor.accountId!, ...explained })
      .returning();
    if (made!.how === 'posted') await postDifference(tx, actor, made!);
  }
  await tx
    .update(cashierDays)
    .set({ approvedAt: sql`now()`, approvedBy: actor.accountId, approvalRemark: input.remark })
    .where(and(eq(cashierDays.institutionId, institutionId), eq(cashierDays.id, dayId)));
  await record(tx, actor, 'payments.approveDay', {
    institutionId,
    summary: 'approved a cashier day',
    subject: { type: 'cashier_day', id: dayId },
    details: {
      posted: Object.fromEntries(posted.map(({ channel, amount }) => [channel, amount])),
      kept: Object.fromEntries(
        differences.filter((one) => !posted.includes(one)).map(({ channel, amount }) => [channel, amount]),
      ),
    },
  });
}
