import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { allow, institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { bankAccounts } from '../bank.schema.ts';

/** The bank accounts in view, those in use first. */
export const bankAccountRows = (db: Db, actor: Actor, wanted: number | undefined) =>
  db
    .select({
      id: bankAccounts.id,
      institutionId: bankAccounts.institutionId,
      name: bankAccounts.name,
      bank: bankAccounts.bank,
      number: bankAccounts.number,
      isArchived: isArchived(),
      ledgerAccount: ledgerAccounts.name,
    })
    .from(bankAccounts)
    .innerJoin(
      ledgerAccounts,
      and(
        eq(ledgerAccounts.institutionId, bankAccounts.institutionId),
        eq(ledgerAccounts.id, bankAccounts.ledgerAccountId),
      ),
    )
    .where(inArray(bankAccounts.institutionId, institutionsInView(actor, wanted, 'payments.place')))
    .orderBy(asc(isArchived()), asc(bankAccounts.name), asc(bankAccounts.id));
export type BankAccountRow = Awaited<ReturnType<typeof bankAccountRows>>[number];

/** One bank account, for its form. */
export async function findBankAccount(db: Db, actor: Actor, bankAccountId: number) {
  const [account] = await db.select().from(bankAccounts).where(isOwn(actor, bankAccountId));
  if (!account) throw new NotFound('bank account');
  allow(actor, 'payments.place', account.institutionId);
  return account;
}

/** Accounts of the ledger that money at a bank can be in: assets that only the institution or the bank's role uses. */
export const bankLedgerAccounts = (db: Db, institutionIds: number[]) =>
  db
    .select({
      id: ledgerAccounts.id,
      institutionId: ledgerAccounts.institutionId,
      code: ledgerAccounts.code,
      name: ledgerAccounts.name,
      kind: ledgerAccounts.kind,
      role: ledgerAccounts.role,
    })
    .from(ledgerAccounts)
    .where(and(inArray(ledgerAccounts.institutionId, institutionIds), isNull(ledgerAccounts.archivedAt)))
    .orderBy(asc(ledgerAccounts.code));

export const isOwn = (actor: Actor, bankAccountId: number) =>
  and(
    inArray(
      bankAccounts.institutionId,
      actor.institutions.map((institution) => institution.id),
    ),
    eq(bankAccounts.id, bankAccountId),
  );

function isArchived() {
  return sql<boolean>`${bankAccounts.archivedAt} is not null`;
}
