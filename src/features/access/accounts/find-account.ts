import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { accounts, credentials } from '#kernel/identity.schema.ts';
import { mayManage, visibleAccounts, type ManagedAccount, type RoleRights } from './accounts.policy.ts';

/** The columns that decide who can manage an account. */
export const managedColumns = {
  id: accounts.id,
  isGroupAdministrator: accounts.isGroupAdministrator,
  institutionIds: sql<number[]>`akada_institutions_of(${accounts.id})`,
  homeId: sql<number | null>`akada_home_of(${accounts.id})`,
  roles: sql<RoleRights[]>`akada_roles_of(${accounts.id})`,
};

/** The account with the columns that decide who can manage it; NotFound if the actor cannot see it. */
export async function findManaged(db: Db, actor: Actor, accountId: number) {
  const [row] = await db
    .select({
      ...managedColumns,
      name: accounts.name,
      username: accounts.username,
      email: accounts.email,
      phone: accounts.phone,
      disabledAt: accounts.disabledAt,
      offeredTo: accounts.offeredTo,
      hasPassword: sql<boolean>`${credentials.passwordHash} is not null`,
      hasSecondFactor: sql<boolean>`${credentials.totpConfirmedAt} is not null`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(visibleAccounts(actor), eq(accounts.id, accountId)));
  if (!row) throw new NotFound('person');
  return row satisfies ManagedAccount;
}

/** The account, if the actor can manage it. Locks nothing. */
export async function findToManage(db: Db, actor: Actor, accountId: number) {
  const account = await findManaged(db, actor, accountId);
  refuseUnmanaged(actor, account);
  return account;
}

function refuseUnmanaged(actor: Actor, account: ManagedAccount): void {
  if (!mayManage(actor, account))
    throw new NotAllowed(
      'You can’t change this account: another institution manages it, or it has permissions that you don’t have.',
    );
}

/** Locks and returns the account if the actor can manage it. */
export async function lockManaged(tx: Tx, actor: Actor, accountId: number) {
  await findToManage(tx, actor, accountId);
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  // It may have changed while another transaction held the lock.
  return findToManage(tx, actor, accountId);
}
