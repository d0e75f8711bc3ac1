import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { AccountFields, accountTaken } from './account-fields.ts';
import { lockAccount, type Account } from './lock-account.ts';
import { usesInWords, usesOfAccount } from './uses-of-account.ts';

export const EditAccount = edits(AccountFields);

/** Changes an account. Its kind is part of what is posted, so it can change only before the first line. */
export const editAccount = editRecord({
  action: 'ledger.editAccount',
  type: 'ledger_account',
  table: ledgerAccounts,
  may: 'ledger.edit',
  fields: EditAccount,
  lock: lockAccount,
  check: ({ tx, before, changes }) => changes['kind'] && refuseOtherKind(tx, before),
  taken: ({ values }) => accountTaken(values),
  nameOf: ({ values }) => `${values.code} ${values.name}`,
});

async function refuseOtherKind(tx: Tx, { institutionId, id, role }: Account): Promise<void> {
  if (role) throw new ValidationError('kind', 'The product posts to this account, so its type can’t be changed.');
  const rows = await query<{ isPosted: boolean }>(
    tx,
    render(sql`select exists (select from ledger_lines
    where institution_id = ${institutionId} and ledger_account_id = ${id}) as "isPosted"`),
  );
  if (rows[0]!.isPosted)
    throw new ValidationError(
      'kind',
      'The account has entries, so its type can’t be changed. Add another account instead.',
    );
  const uses = await usesOfAccount(tx, institutionId, id);
  if (uses.length)
    throw new ValidationError('kind', `It is the account of ${usesInWords(uses)}, so its type can’t be changed.`);
}
