import { and, eq, asc, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, institutionsInView } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { bankAccounts } from '../bank.schema.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';

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

const number = z
  .string({ error: 'The account number is required.' })
  .transform((text) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{4,34}$/, 'Enter the account number, such as 0123456789.'));

const Fields = z.object({
  name: line(80, 'The name'),
  bank: line(80, 'The bank'),
  number,
  ledger_account_id: id,
});
export const AddBankAccount = Fields.extend({ institution_id: id });
export const EditBankAccount = edits(Fields);

export const taken: Record<string, [string, string]> = {
  bank_accounts_number: ['number', 'This account number is already in the list.'],
};

export async function writeBankAccount(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ledger_account_id: ledgerAccountId, ...input }: z.infer<typeof AddBankAccount>,
) {
  allow(actor, 'payments.place', institutionId);
  await refuseOtherAccounts(tx, institutionId, ledgerAccountId);
  const [row] = await refuseDuplicate(
    tx
      .insert(bankAccounts)
      .values(Object.assign(input, { institutionId, ledgerAccountId }))
      .returning({ id: bankAccounts.id }),
    taken,
  );
  await record(tx, actor, 'payments.addBankAccount', {
    institutionId,
    subject: { type: 'bankAccount', id: row!.id },
    summary: `added the bank account ${input.name}`,
  });
}

/** Changes a bank account; lines that are posted stay where they are. */
export const writeEdit = editRecord({
  action: 'payments.editBankAccount',
  type: 'bankAccount',
  table: bankAccounts,
  may: 'payments.place',
  fields: EditBankAccount,
  lock: lockAnyBankAccount,
  inForm: formOf,
  read: ({ input: { ledger_account_id: ledgerAccountId, ...input } }) => ({ ...input, ledgerAccountId }),
  check: ({ tx, before, values }) => refuseOtherAccounts(tx, before.institutionId, values.ledgerAccountId),
  taken: () => taken,
  nameOf: ({ values }) => values.name,
});

export async function setArchived(
  tx: Tx,
  actor: Actor,
  { institutionId, id: bankAccountId, name }: typeof bankAccounts.$inferSelect,
  isArchived: boolean,
) {
  allow(actor, 'payments.place', institutionId);
  await tx
    .update(bankAccounts)
    .set({ archivedAt: isArchived ? new Date() : null })
    .where(and(eq(bankAccounts.institutionId, institutionId), eq(bankAccounts.id, bankAccountId)));
  await record(tx, actor, isArchived ? 'payments.archiveBankAccount' : 'payments.restoreBankAccount', {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `${isArchived ? 'archived' : 'restored'} the bank account ${name}`,
  });
}

export function formOf({ name, bank, number: digits, ledgerAccountId }: typeof bankAccounts.$inferSelect) {
  return { name, bank, number: digits, ledger_account_id: ledgerAccountId! };
}

export async function lockAnyBankAccount(tx: Tx, actor: Actor, bankAccountId: number) {
  const [account] = await tx.select().from(bankAccounts).where(isOwn(actor, bankAccountId)).for('no key update');
  if (!account) throw new NotFound('bank account');
  return account;
}

export async function refuseOtherAccounts(tx: Tx, institutionId: number, ledgerAccountId: number): Promise<void> {
  const found = (await bankLedgerAccounts(tx, [institutionId])).find((account) => account.id === ledgerAccountId);
  if (!found || found.kind !== 'asset' || (found.role !== null && found.role !== 'bank'))
    throw new ValidationError('ledger_account_id', 'Choose the account Bank, or an asset account of your own.');
}
