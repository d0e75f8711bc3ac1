import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { documentRoles, type AccountRole } from '#features/money/ledger/chart.ts';
import { ledgerAccounts } from '#features/money/ledger/ledger.schema.ts';
import type { LockedLine } from './take-lines.ts';

/** Whether money that is no fee can be posted to an account. */
export const isForOthers = (role: AccountRole | null): boolean => role === null || !documentRoles.includes(role);

/** An account in use that money of a line can be posted to, other than the bank's own. */
export async function findOtherAccount(
  tx: Tx,
  line: Pick<LockedLine, 'institutionId' | 'ledgerAccountId'>,
  accountId: number,
) {
  const [account] = await tx
    .select({ id: ledgerAccounts.id, name: ledgerAccounts.name, role: ledgerAccounts.role })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.institutionId, line.institutionId),
        eq(ledgerAccounts.id, accountId),
        isNull(ledgerAccounts.archivedAt),
      ),
    );
  if (!account || account.id === line.ledgerAccountId || !isForOthers(account.role))
    throw new ValidationError('ledger_account_id', 'Choose another account, such as bank charges or other income.');
  return account;
}
