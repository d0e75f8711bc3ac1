import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { membershipIn } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { isOrdinary, mayManage } from '#features/access/accounts/accounts.policy.ts';
import { managedColumns } from '#features/access/accounts/find-account.ts';
import { isAccountProtected } from '#features/access/accounts/roles/protected-roles.ts';
import type { Candidate, InviteeEntity } from '../kinds.ts';

/**
 * The people whose expired invitations can be replaced together with others: the account belongs to this institution
 * alone, gives nothing that needs a second look, and goes to a contact on the record. Others need their user page.
 */
export async function renewable(
  tx: Tx,
  actor: Actor,
  entity: InviteeEntity,
  institutionId: number,
  expired: readonly Candidate[],
): Promise<Set<number>> {
  if (expired.length === 0) return new Set();
  const ids = expired.map(({ accountId }) => accountId!);
  const found = await tx
    .select({ ...managedColumns, email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  const changed = membershipIn(actor, institutionId)?.isOwner ? new Set<number>() : await editedLately(tx, actor, ids);
  const byId = new Map(found.map((account) => [account.id, account]));
  const isRenewable = ({ accountId, email, phone }: Candidate): boolean => {
    const account = byId.get(accountId!);
    if (!account || changed.has(account.id) || account.isGroupAdministrator) return false;
    if (account.institutionIds.some((id) => id !== institutionId)) return false;
    if ((account.email && account.email !== email) || (account.phone && account.phone !== phone)) return false;
    return entity === 'guardian'
      ? account.roles.every(({ permissions }) => permissions.every(isOrdinary))
      : mayManage(actor, account) && !isAccountProtected(actor, account);
  };
  return new Set(expired.filter(isRenewable).map(({ id }) => id));
}

/** The accounts whose contacts the actor changed in the last 24 hours. */
async function editedLately(tx: Tx, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await query<{ id: string }>(
    tx,
    sql`select distinct subject_id as id from audit_entries where account_id = ${actor.accountId}
      and at > now() - interval '24 hours' and subject_type = 'account' and subject_id = any(${sql.param(ids)}::bigint[])
      and action = 'accounts.edit' and details::text ~ '"(email|phone)"'`,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
