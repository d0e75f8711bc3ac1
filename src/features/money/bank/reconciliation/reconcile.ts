import { sql, and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, allow, membershipIn, institutionInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { ValidationError, NotFound, Conflict } from '#kernel/errors.ts';
import { choice, day, line, list, id } from '#kernel/schemas.ts';
import { itemsOf, type ItemKind, adjustedBalance, bookBalanceOf, movedOf, unseenOf, usualWaits } from './figures.ts';
import { itemFates } from './reconciliation-labels.ts';
import { reconciliationNotes, reconciliations, bankWaits } from './reconciliation.schema.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { findBankAccount, isOwn } from '../accounts/bank-accounts.ts';
import { bankAccounts } from '../bank.schema.ts';
import { formatDay, today } from '#kernel/dates.ts';
import { formatMoney, parseMoney } from '#kernel/money.ts';

export const ExplainItems = z.object({
  through: day,
  /** 'line:12', 'entry:7'. */
  items: list(z.string().regex(/^(line|entry):\d{1,16}$/, 'Reload the page.')),
  fate: choice(itemFates),
  explanation: line(300, 'The explanation'),
});

/** Says why items are on one side alone. */
export async function explainItems(
  tx: Tx,
  actor: Actor,
  bankAccountId: number,
  { through, items, fate, explanation }: z.infer<typeof ExplainItems>,
): Promise<number> {
  const account = await lockAccount(tx, actor, bankAccountId);
  const { institutionId } = account;
  if (items.length === 0) throw new ValidationError('items', 'Tick the items you’re explaining.');
  const open = new Set((await itemsOf(tx, account, through)).map(({ kind, id }) => `${kind}:${id}`));
  const wanted = [...new Set(items)];
  if (wanted.some((item) => !open.has(item)))
    throw new ValidationError('items', 'Some of these items now match. Reload the page.');
  const note = { isSettled: fate === 'settled', explanation, notedBy: actor.accountId! };
  await tx
    .insert(reconciliationNotes)
    .values(
      wanted.map((item) => {
        const [kind, itemId] = item.split(':') as [ItemKind, string];
        return { institutionId, bankAccountId, kind, itemId: Number(itemId), ...note };
      }),
    )
    .onConflictDoUpdate({
      target: [
        reconciliationNotes.institutionId,
        reconciliationNotes.bankAccountId,
        reconciliationNotes.kind,
        reconciliationNotes.itemId,
      ],
      set: { ...note, notedAt: sql`now()` },
    });
  await record(tx, actor, 'payments.explainReconciliation', {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `explained ${wanted.length} ${wanted.length === 1 ? 'item' : 'items'} of the reconciliation of ${account.name}`,
    details: { items: wanted, fate, explanation },
  });
  return wanted.length;
}

/** A bank account, locked: nobody else reconciles it or changes its ledger account meanwhile. */
export async function lockAccount(tx: Tx, actor: Actor, bankAccountId: number) {
  const [account] = await tx.select().from(bankAccounts).where(isOwn(actor, bankAccountId)).for('no key update');
  if (!account) throw new NotFound('bank account');
  allow(actor, 'payments.place', account.institutionId);
  return { ...account, ledgerAccountId: account.ledgerAccountId! };
}

export async function accountToReconcile(db: Db, actor: Actor, bankAccountId: number) {
  const account = await findBankAccount(db, actor, bankAccountId);
  return { ...account, ledgerAccountId: account.ledgerAccountId! };
}

/** Another bank account in the same account of the books: their balances can't be told apart. */
export async function sharesLedger(
  db: Db,
  { institutionId, id, ledgerAccountId }: { institutionId: number; id: number; ledgerAccountId: number },
): Promise<string | null> {
  const [row] = await query<{ name: string }>(db)`
    select name from bank_accounts where institution_id = ${institutionId} and ledger_account_id = ${ledgerAccountId}
    and id <> ${id} order by id limit 1`;
  return row?.name ?? null;
}

/** The closed reconciliations of an account, the latest day first; with them the reopened ones. */
export const reconciliationsOf = (db: Db, { institutionId, id }: { institutionId: number; id: number }) =>
  db
    .select({
      id: reconciliations.id,
      through: reconciliations.through,
      statementBalance: reconciliations.statementBalance,
      bookBalance: reconciliations.bookBalance,
      closedAt: reconciliations.closedAt,
      closedBy: accounts.name,
      reopenedAt: reconciliations.reopenedAt,
    })
    .from(reconciliations)
    .innerJoin(accounts, eq(accounts.id, reconciliations.closedBy))
    .where(and(eq(reconciliations.institutionId, institutionId), eq(reconciliations.bankAccountId, id)))
    .orderBy(desc(reconciliations.through), desc(reconciliations.id));
export type ReconciliationRow = Awaited<ReturnType<typeof reconciliationsOf>>[number];

/** The last closed reconciliation of an account, the only one that can be reopened. */
export async function lastClosed(db: Db, { institutionId, id }: { institutionId: number; id: number }) {
  const [row] = await db
    .select({
      id: reconciliations.id,
      through: reconciliations.through,
      statementBalance: reconciliations.statementBalance,
    })
    .from(reconciliations)
    .where(
      and(
        eq(reconciliations.institutionId, institutionId),
        eq(reconciliations.bankAccountId, id),
        isNull(reconciliations.reopenedAt),
      ),
    )
    .orderBy(desc(reconciliations.through))
    .limit(1);
  return row ?? null;
}

/** One reconciliation that the actor may see. */
export async function findReconciliation(db: Db, actor: Actor, reconciliationId: number) {
  const own = actor.institutions.map(({ id }) => id);
  const [row] = await db
    .select()
    .from(reconciliations)
    .where(and(inArray(reconciliations.institutionId, own), eq(reconciliations.id, reconciliationId)));
  if (!row) throw new NotFound('reconciliation');
  allow(actor, 'payments.place', row.institutionId);
  return row;
}

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
    throw new Conflict(`${name} and ${other} share an account in the books. Give each its own ledger account.`);
  const last = await lastClosed(tx, account);
  if (last && through <= last.through)
    throw new ValidationError(
      'through',
      `This account is reconciled up to ${formatDay(last.through)}. Choose a later day.`,
    );
  const moved = await movedOf(tx, account, last?.through ?? null, through);
  if (last && statementBalance - last.statementBalance !== moved)
    throw new ValidationError(
      'statement_balance',
      `Since ${formatDay(last.through)} the statement’s lines total ${money(moved)}, but its balance moved by ${money(statementBalance - last.statementBalance)}. Check the balance, or upload the missing statement.`,
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
    summary: `reconciled ${name} up to ${formatDay(through)}`,
    details: { through, statementBalance, bookBalance, items: items.length },
  });
  return made!.id;
}

const days = z.coerce
  .number('Enter a whole number of days.')
  .int('Enter a whole number of days.')
  .min(0, 'Enter 0 days or more.')
  .max(60, 'Enter 60 days or fewer.');

export const SetWaits = z.object({ institution_id: id, transfer: days, pos: days, cheque: days });
export type Waits = { [Channel in keyof typeof usualWaits]: number };

/** After how many days a payment has to be seen at the bank. */
export async function waitsOf(db: Db, actor: Actor, wanted: number | undefined) {
  const institutionId = institutionInView(actor, wanted, 'payments.place');
  const [row] = await db
    .select({ transfer: bankWaits.transfer, pos: bankWaits.pos, cheque: bankWaits.cheque })
    .from(bankWaits)
    .where(eq(bankWaits.institutionId, institutionId));
  const waits: Waits = row ?? usualWaits;
  return { institutionId, waits };
}

export async function setWaits(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ...waits }: z.infer<typeof SetWaits>,
): Promise<void> {
  allow(actor, 'payments.place', institutionId);
  await tx
    .insert(bankWaits)
    .values({ institutionId, ...waits })
    .onConflictDoUpdate({ target: bankWaits.institutionId, set: waits });
  await record(tx, actor, 'payments.setBankWaits', {
    institutionId,
    subject: { type: 'institution', id: institutionId },
    summary: 'changed the number of days until payments are overdue at the bank',
    details: waits,
  });
}
