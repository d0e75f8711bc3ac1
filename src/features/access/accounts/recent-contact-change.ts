import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';

interface Account {
  id: number;
  institutionIds: number[];
}

/**
 * Whether the actor changed the contacts of an account linked to an employee or a guardian in the last 24 hours.
 * Together with a link or code, that would give one person access to restricted data. Owners have access to it anyway.
 */
export async function changedContactsRecently(tx: Tx, actor: Actor, { id, institutionIds }: Account): Promise<boolean> {
  if (institutionIds.some((institutionId) => membershipIn(actor, institutionId)?.isOwner)) return false;
  const rows = await query<{ found: boolean }>(
    tx,
    render(sql`
    select exists (select from memberships where account_id = ${id} and (guardian_id is not null or employee_id is not null))
      and exists (select from audit_entries where account_id = ${actor.accountId} and at > now() - interval '24 hours'
        and subject_type = 'account' and subject_id = ${id} and action = 'accounts.edit'
        and details::text ~ '"(email|phone)"') as found`),
  );
  return rows[0]!.found;
}
