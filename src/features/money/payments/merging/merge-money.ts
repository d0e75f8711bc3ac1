import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Merge, RunningMerge, Unmerge } from '#kernel/personal-data/merge-rule.ts';
import { moveMoney, type MovedMoney } from './move-money.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';

/** Invoices and payments go to the kept record by entries of the ledger. */
export async function mergeMoney(merge: RunningMerge): Promise<void> {
  const { otherId, keptId } = merge;
  const money = await moneyOf(merge);
  if (money.invoiceIds.length + money.shares.length === 0) return;
  await moveMoney(merge, { ...money, from: otherId, to: keptId });
  merge.moved['invoices'] = money;
}

/** They go back by entries too; what was paid since is shared out again. */
export async function unmergeMoney(unmerge: Unmerge, moved: unknown): Promise<void> {
  const { tx, institutionId, keptId, otherId } = unmerge;
  const money = moved as MovedMoney;
  const left = await query<{ paymentId: number; left: number }>(
    tx,
    sql`select payment_id as "paymentId", amount - refunded as left from payment_shares
      where institution_id = ${institutionId} and student_id = ${keptId}`,
  );
  const leftOf = new Map(left.map((share) => [Number(share.paymentId), Number(share.left)]));
  if (money.shares.some(({ paymentId, amount }) => (leftOf.get(paymentId) ?? 0) < amount))
    throw new Conflict(
      'These records cannot be unmerged: one of the payments was refunded or moved since the merge. Move what is wrong payment by payment instead.',
    );
  await moveMoney(unmerge, { ...money, from: keptId, to: otherId });
}

/** For the preview. */
export async function moneyConflicts(merge: Merge): Promise<string[]> {
  const money = await moneyInWords(merge);
  return [...(await billedTwice(merge)).map(inWords), ...(money ? [money] : [])];
}

/** What somebody agrees to. Refuses two bills of the same thing, of which a person has to choose one. */
export async function moneyToApprove(merge: Merge): Promise<string | null> {
  const [twice] = await billedTwice(merge);
  if (twice) throw new ValidationError('form', inWords(twice));
  return moneyInWords(merge);
}

/** What the other record brings; null if it has neither invoices nor payments. */
async function moneyInWords(merge: Merge): Promise<string | null> {
  const { tx, actor, institutionId, otherId } = merge;
  const { invoiceIds, shares } = await moneyOf(merge);
  if (invoiceIds.length + shares.length === 0) return null;
  const [balance] = await query<{ owed: number; credit: number }>(
    tx,
    sql`select owed, credit from student_balances where institution_id = ${institutionId} and student_id = ${otherId}`,
  );
  const { currency } = membershipIn(actor, institutionId)!;
  const amount = (minor = 0) => formatMoney({ minor: Number(minor), currency });
  return `The record that is merged owes ${amount(balance?.owed)} and has ${amount(balance?.credit)} in credit. Its invoices and payments move to the kept record, which somebody who approves moves of payments has to approve.`;
}

/** All invoices of the other record, and what is left of its payments. Reversed ones stay: nothing of them is there. */
async function moneyOf({ tx, institutionId, otherId }: Merge): Promise<MovedMoney> {
  const invoices = await query<{ id: number }>(
    tx,
    sql`select id from invoices where institution_id = ${institutionId} and student_id = ${otherId} order by id`,
  );
  const shares = await query<{ paymentId: number; amount: number }>(
    tx,
    sql`select s.payment_id as "paymentId", s.amount - s.refunded as amount from payment_shares s
      join payments p on (p.institution_id, p.id) = (s.institution_id, s.payment_id) and p.status <> 'reversed'
      where s.institution_id = ${institutionId} and s.student_id = ${otherId} and s.amount > s.refunded order by 1`,
  );
  return {
    invoiceIds: invoices.map(({ id }) => Number(id)),
    shares: shares.map(({ paymentId, amount }) => ({ paymentId: Number(paymentId), amount: Number(amount) })),
  };
}

const Twice = z.object({
  title: z.string(),
  kept: z.number(),
  other: z.number(),
});
type Twice = z.infer<typeof Twice>;

/** A student is billed once for a fee or an item of it. */
const billedTwice = ({ tx, institutionId, keptId, otherId }: Merge): Promise<Twice[]> =>
  query(
    tx,
    sql`select k.title, k.number as kept, o.number as other from invoices o
      join invoices k on (k.institution_id, k.fee_id, k.kind) = (o.institution_id, o.fee_id, o.kind)
        and k.particular_id is not distinct from o.particular_id
      where o.institution_id = ${institutionId} and o.student_id = ${otherId} and k.student_id = ${keptId}
        and o.cancelled_at is null and k.cancelled_at is null order by o.id limit 20`,
    Twice,
  );

const inWords = ({ title, kept, other }: Twice) =>
  `Both records were billed for ${title}: ${invoiceNumber(kept)} and ${invoiceNumber(other)}. Have one of the two invoices cancelled, then merge. What was paid for it becomes credit, which pays the other one.`;
