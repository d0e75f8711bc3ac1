import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';

interface Account {
  id: number;
  institutionIds: number[];
}

/**
 * Whether the actor changed within a day where an account is reached that is linked to an employee or a guardian.
 * Together with a link or code that is one person getting into restricted data. Owners see all of it anyway.
 */
export async function changedContactsRecently(tx: Tx, actor: Actor, { id, institutionIds }: Account): Promise<boolean> {
  if (institutionIds.some((one) => membershipIn(actor, one)?.isOwner)) return false;
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from memberships where account_id = ${id} and (guardian_id is not null or employee_id is not null))
      and exists (select from audit_entries where account_id = ${actor.accountId} and at > now() - interval '24 hours'
        and subject_type = 'account' and subject_id = ${id} and action = 'accounts.edit'
        and details::text ~ '"(email|phone)"') as found`);
  return rows[0]!.found;
}
