import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { findBankAccount, isOwn } from '../accounts/accounts.queries.ts';
import { bankAccounts } from '../bank.schema.ts';
import { reconciliations } from './reconciliation.schema.ts';

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
  const [row] = await query<{ name: string }>(
    db,
    sql`select name from bank_accounts where institution_id = ${institutionId} and ledger_account_id = ${ledgerAccountId}
      and id <> ${id} order by id limit 1`,
  );
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
