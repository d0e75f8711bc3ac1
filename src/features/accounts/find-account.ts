import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { mayManage, visibleAccounts, type ManagedAccount, type RoleRights } from './accounts.policy.ts';
import { accounts, credentials, memberships, roles } from './accounts.schema.ts';

// Written out: in a select from one table alone, drizzle would write ${accounts.id} without its table.
const rights = sql<RoleRights[]>`coalesce((
  select jsonb_agg(jsonb_build_object('institutionId', r.institution_id, 'key', r.key, 'permissions', r.permissions))
  from ${memberships} m join ${roles} r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.account_id = accounts.id), '[]')`;

/** What decides who may manage an account. */
export const managedColumns = {
  id: accounts.id,
  isGroupAdministrator: accounts.isGroupAdministrator,
  institutionIds: sql<number[]>`akada_institutions_of(${accounts.id})`,
  roles: rights,
};

/** The account with what decides who may manage it, or NotFound for whom the actor may not see. */
export async function findManaged(db: Db, actor: Actor, accountId: number) {
  const [row] = await db
    .select({
      ...managedColumns,
      name: accounts.name,
      username: accounts.username,
      email: accounts.email,
      phone: accounts.phone,
      disabledAt: accounts.disabledAt,
      hasPassword: sql<boolean>`${credentials.passwordHash} is not null`,
      hasSecondFactor: sql<boolean>`${credentials.totpConfirmedAt} is not null`,
    })
    .from(accounts)
    .leftJoin(credentials, eq(credentials.accountId, accounts.id))
    .where(and(visibleAccounts(actor), eq(accounts.id, accountId)));
  if (!row) throw new NotFound('person');
  return row satisfies ManagedAccount;
}

/** The account, locked against a second administrator, when the actor may act on its sign-in. */
export async function lockManaged(tx: Tx, actor: Actor, accountId: number) {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  const account = await findManaged(tx, actor, accountId);
  if (!mayManage(actor, account)) {
    throw new NotAllowed(
      'This sign-in is not yours alone to change: the person also belongs elsewhere, or may do more than you.',
    );
  }
  return account;
}
