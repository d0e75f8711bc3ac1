import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { bankLedgerAccounts, isOwn } from './accounts.queries.ts';
import { bankAccounts } from '../bank.schema.ts';

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
