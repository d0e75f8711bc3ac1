import { and, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import { accountTaken } from './account-fields.ts';
import { lockAccount, type Account } from './lock-account.ts';
import { usesInWords, usesOfAccount } from './uses-of-account.ts';

/** Archives an account, so that nothing new offers it, or restores it. Its lines stay in the books. */
export async function archiveAccount(tx: Tx, actor: Actor, accountId: number, isArchived: boolean): Promise<string> {
  const account = await lockAccount(tx, actor, accountId);
  const { institutionId, name } = account;
  allow(actor, 'ledger.edit', institutionId);
  if (account.isArchived === isArchived) return name;
  if (isArchived) await refuseUsed(tx, account);
  await refuseDuplicate(
    tx
      .update(ledgerAccounts)
      .set({ archivedAt: isArchived ? new Date() : null })
      .where(and(eq(ledgerAccounts.institutionId, institutionId), eq(ledgerAccounts.id, accountId))),
    { ledger_accounts_name: ['form', accountTaken(account)['ledger_accounts_name']![1]] },
  );
  await record(tx, actor, isArchived ? 'ledger.archiveAccount' : 'ledger.restoreAccount', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the account ${account.code} ${name}`,
    subject: { type: 'ledger_account', id: accountId },
  });
  return name;
}

async function refuseUsed(tx: Tx, { institutionId, id, name, role }: Account): Promise<void> {
  if (role) throw new ValidationError('form', `Payments and invoices are posted to ${name}, so it can’t be archived.`);
  const uses = await usesOfAccount(tx, institutionId, id);
  if (uses.length)
    throw new ValidationError(
      'form',
      `${name} is the account of ${usesInWords(uses)}. Choose another account there first.`,
    );
}
