import { eq, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { isOrdinary, type ManagedAccount } from '../accounts.policy.ts';
import { managedColumns } from '../find-account.ts';

type Invitable = Pick<ManagedAccount, 'isGroupAdministrator' | 'institutionIds' | 'roles'> & {
  hasPassword: boolean;
  disabledAt: Date | null;
};

export async function allowInviteAgain(tx: Tx, actor: Actor, by: Permission, accountId: number) {
  const [account] = await tx
    .select({
      ...managedColumns,
      ...invitedColumns,
      disabledAt: accounts.disabledAt,
      hasPassword: sql<boolean>`${credentials.passwordHash} is not null`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(eq(accounts.id, accountId));
  if (!account) throw new NotFound('person');
  if (!mayInviteAgain(actor, by, account))
    throw new ValidationError(
      'form',
      `${account.name} already has a password or another role. For a forgotten password, ask an ICT administrator.`,
    );
  const { id, name, username, email, phone } = account;
  return { id, name, username, email, phone };
}

/**
 * The link sets the first password and so gives access to the whole account. It is created only for accounts without a
 * password whose roles are all ordinary ones the actor can invite to.
 */
function mayInviteAgain(actor: Actor, by: Permission, account: Invitable): boolean {
  if (account.hasPassword || account.disabledAt || account.isGroupAdministrator) return false;
  return (
    account.institutionIds.every((id) => can(actor, by, id)) &&
    account.roles.every(({ permissions }) => permissions.every(isOrdinary))
  );
}

export async function institutionsOfAccount(tx: Tx, accountId: number): Promise<number[]> {
  const [row] = await tx
    .select({ ids: sql<number[]>`akada_institutions_of(${accounts.id})` })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return row?.ids ?? [];
}

/** What an invitation needs of an account. */
export const invitedColumns = {
  id: accounts.id,
  name: accounts.name,
  username: accounts.username,
  email: accounts.email,
  phone: accounts.phone,
};
