import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import type { Line } from '#features/money/ledger/post.ts';
import { post } from '#features/money/ledger/post.ts';
import { paymentName } from '#features/money/payments/receive-payment.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { canBeSeen, clearPending, lockStudentsOfPending } from '../cheques/pending-cheques.ts';
import { findOtherAccount, channelAccount, clearingOf } from './clear-lines.ts';
import { lockOpenLine, peekLine, seenPayments, settleLine, refuseMoneyOut } from './take-lines.ts';

const maxPayments = 300;

export const MatchSeveral = z.object({
  payments: z.preprocess(
    // 'payments.0', 'payments.1' … of a form, or a list.
    (value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : value === undefined ? [] : [value],
    z
      .array(id)
      .min(1, 'Tick the payments that were banked.')
      .max(maxPayments)
      .transform((ids) => [...new Set(ids)]),
  ),
  /** Where the difference goes, such as the charge of the bank's terminals. */
  ledger_account_id: emptyIsNull(id),
});

/** A difference above this part of a line is no charge: a payment is missing, or one too many is ticked. */
const largestCharge = 0.1;

/** Matches a line to several recorded payments that were banked in a lump. Returns what was done. */
export async function matchSeveral(tx: Tx, actor: Actor, lineId: number, input: z.infer<typeof MatchSeveral>) {
  const { institutionId } = await peekLine(tx, actor, lineId);
  await lockStudentsOfPending(tx, institutionId, input.payments);
  const locked = await lockPaid(tx, institutionId, input.payments);
  const line = await lockOpenLine(tx, institutionId, lineId);
  refuseMoneyOut(line);
  const sum = locked.reduce((all, { amount }) => all + amount, 0);
  const difference = sum - line.amount;
  if (Math.abs(difference) > line.amount * largestCharge)
    throw new ValidationError(
      'payments',
      `The ticked payments are ${decimal(sum)} in all, the line is ${decimal(line.amount)}. Tick what was banked with it.`,
    );
  const account = difference === 0 ? null : await accountOf(tx, line, input.ledger_account_id, difference);
  const day = (await dayInBooks(tx, institutionId))(line.day);
  const found = (
    await clearPending(
      tx,
      actor,
      locked.map((payment) => ({ payment, day })),
    )
  ).map(({ payment }) => payment);
  const against: Line[] = Array.from(
    Map.groupBy(found, ({ channel }) => channelAccount(channel)),
    ([to, some]) => ({ to, amount: -some.reduce((all, { amount }) => all + amount, 0) }),
  );
  if (account) against.push({ to: account.id, amount: difference });
  await post(tx, actor, institutionId, [clearingOf(line, against, { day, description: 'Payments seen at the bank' })]);
  await settleLine(tx, actor, line, { state: 'matched', payments: found.map(({ id: paymentId }) => paymentId) });
  const words = countOf(found.length, 'payment');
  await record(tx, actor, 'payments.matchSeveral', {
    institutionId,
    subject: { type: 'bankLine', id: lineId },
    summary: `matched ${words} to a line of ${decimal(line.amount)} of a bank statement`,
    details: {
      payments: found.map(paymentName),
      ...(account && { difference: decimal(difference), to: account.name }),
    },
  });
  return `${words} matched.`;
}

/** Payments that a line can be and that none has shown, locked by id. */
async function lockPaid(tx: Tx, institutionId: number, paymentIds: number[]) {
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.institutionId, institutionId), inArray(payments.id, paymentIds)))
    .orderBy(asc(payments.id))
    .for('no key update');
  const seen = await seenPayments(tx, institutionId, paymentIds);
  const wrong = rows.find(
    (payment) =>
      payment.isTest ||
      seen.has(payment.id) ||
      !canBeSeen(payment) ||
      payment.channel === 'waiver' ||
      payment.channel === 'opening',
  );
  if (wrong || rows.length !== paymentIds.length)
    throw new Conflict(`${wrong ? paymentName(wrong) : 'A payment'} can’t be matched any more. Reload the page.`);
  return rows;
}

async function accountOf(
  tx: Tx,
  line: Parameters<typeof findOtherAccount>[1],
  accountId: number | null,
  difference: number,
) {
  if (accountId === null)
    throw new ValidationError(
      'ledger_account_id',
      `Choose the account for the difference of ${decimal(Math.abs(difference))}, such as bank charges.`,
    );
  return findOtherAccount(tx, line, accountId);
}
