import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { isOrdinary, type RoleRights } from '../accounts.policy.ts';

/** Whether to ask for the second factor, have it set up first, or neither. */
export async function secondFactorOf(tx: Tx, accountId: number): Promise<'code' | 'setUp' | 'none'> {
  const [own] = await tx
    .select({ confirmedAt: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.accountId, accountId));
  if (own?.confirmedAt) return 'code';
  return (await isRequired(tx, accountId)) ? 'setUp' : 'none';
}

/** Whether an institution requires a second factor from users with more than view access to their own record. */
export async function isRequired(tx: Tx, accountId: number): Promise<boolean> {
  const [account] = await tx
    .select({
      isGroupAdministrator: accounts.isGroupAdministrator,
      strictIds: sql<number[]>`akada_strict_institutions(${accounts.id})`,
      roles: sql<RoleRights[]>`akada_roles_of(${accounts.id})`,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account !== undefined && isFactorRequired(account);
}

export const isFactorRequired = ({
  isGroupAdministrator,
  strictIds,
  roles,
}: {
  isGroupAdministrator: boolean;
  strictIds: number[];
  roles: RoleRights[];
}): boolean =>
  strictIds.length > 0 &&
  (isGroupAdministrator ||
    roles.some(
      ({ institutionId, permissions }) => strictIds.includes(institutionId) && !permissions.every(isOrdinary),
    ));
