import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { AccountFields, accountTaken } from './account-fields.ts';

export const CreateAccount = AccountFields.extend({ institutionId: id });

/** Adds an account to the chart. */
export async function createAccount(
  tx: Tx,
  actor: Actor,
  { institutionId, ...fields }: z.infer<typeof CreateAccount>,
): Promise<number> {
  allow(actor, 'ledger.edit', institutionId);
  const [row] = await refuseDuplicate(
    tx
      .insert(ledgerAccounts)
      .values({ institutionId, ...fields })
      .returning({ id: ledgerAccounts.id }),
    accountTaken(fields),
  );
  await record(tx, actor, 'ledger.createAccount', {
    institutionId,
    summary: `added the account ${fields.code} ${fields.name}`,
    subject: { type: 'ledger_account', id: row!.id },
    details: fields,
  });
  return row!.id;
}
