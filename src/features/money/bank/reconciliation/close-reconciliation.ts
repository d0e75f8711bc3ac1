import { z } from 'zod';
import { and, eq, inArray } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { day } from '#kernel/schemas.ts';
import { lastClosed, lockAccount, sharesLedger } from './account.queries.ts';
import { adjustedBalance, bookBalanceOf, itemsOf, movedOf, unseenOf } from './figures.ts';
import { reconciliationNotes, reconciliations } from './reconciliation.schema.ts';
import { formatMoney, parseMoney } from '#kernel/money.ts';

/** A balance as it is typed, which may be below zero. */
const signedAmount = z.string({ error: 'Enter the balance, such as 1,250,000.00.' }).transform((text, context) => {
  const minor = parseMoney(text.replace(/−/g, '-'));
  if (minor !== null && Math.abs(minor) <= 1e15) return minor;
  context.addIssue({ code: 'custom', message: 'Enter the balance, such as 1,250,000.00; below zero with a minus.' });
  return z.NEVER;
});

export const CloseReconciliation = z.object({ through: day, statement_balance: signedAmount });

/**
 * Closes an account until a day, with both balances and what explains their difference. Since the last time the statement moved
 * by exactly its lines, so nothing is left out, and calling an item settled can't hide money.
 */
export async function closeReconciliation(
  tx: Tx,
  actor: Actor,
  bankAccountId: number,
  { through, statement_balance: statementBalance }: z.infer<typeof CloseReconciliation>,
): Promise<number> {
  const account = await lockAccount(tx, actor, bankAccountId);
  const { institutionId, name } = account;
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const money = (minor: number) => formatMoney({ minor, currency });
  if (through >= today(timeZone))
    throw new ValidationError('through', 'Choose a day before today. Today’s lines may still come.');
  const other = await sharesLedger(tx, account);
  if (other)
    throw new Conflict(
      `${name} and ${other} are in the same account of the books. Give each a ledger account of its own.`,
    );
  const last = await lastClosed(tx, account);
  if (last && through <= last.through)
    throw new ValidationError(
      'through',
      `This account is reconciled until ${formatDay(last.through)}. Choose a later day.`,
    );
  const moved = await movedOf(tx, account, last?.through ?? null, through);
  if (last && statementBalance - last.statementBalance !== moved)
    throw new ValidationError(
      'statement_balance',
      `Since ${formatDay(last.through)} the statement’s lines sum to ${money(moved)}, but its balance moved by ${money(statementBalance - last.statementBalance)}. Check the balance, or upload the statement that is missing.`,
    );
  const items = await itemsOf(tx, account, through);
  const open = items.filter(({ explanation }) => explanation === null).length;
  if (open > 0)
    throw new ValidationError('form', `${open} ${open === 1 ? 'item has' : 'items have'} no explanation yet.`);
  const bookBalance = await bookBalanceOf(tx, account, through);
  const rest = statementBalance - adjustedBalance(bookBalance, items);
  if (rest !== 0)
    throw new ValidationError(
      'statement_balance',
      `${money(Math.abs(rest))} ${rest < 0 ? 'less' : 'more'} than the books with their explained items. Check the balance and the explanations.`,
    );
  const figures = { items, unseen: await unseenOf(tx, institutionId, through), moved };
  const [made] = await tx
    .insert(reconciliations)
    .values({
      institutionId,
      bankAccountId,
      through,
      statementBalance,
      bookBalance,
      figures,
      closedBy: actor.accountId!,
    })
    .returning({ id: reconciliations.id });
  for (const kind of ['line', 'entry'] as const) {
    const settled = items.filter((item) => item.kind === kind && item.isSettled).map(({ id }) => id);
    await tx
      .update(reconciliationNotes)
      .set({ reconciliationId: made!.id })
      .where(
        and(
          eq(reconciliationNotes.institutionId, institutionId),
          eq(reconciliationNotes.bankAccountId, bankAccountId),
          eq(reconciliationNotes.kind, kind),
          inArray(reconciliationNotes.itemId, settled),
        ),
      );
  }
  await record(tx, actor, 'payments.closeReconciliation', {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `reconciled ${name} until ${formatDay(through)}`,
    details: { through, statementBalance, bookBalance, items: items.length },
  });
  return made!.id;
}
