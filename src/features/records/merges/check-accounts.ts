import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import { contactColumns, signsIn } from '#features/records/people/contacts/signs-in.ts';

/**
 * Whether the merge shows an account what only the other record held: a person's restricted data, or the children of
 * another family. Owners see all of it and could give any account any role.
 */
export async function showsMoreToAccounts(
  actor: Actor,
  { tx, kind, institutionId, keptId, otherId }: Merge,
): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const accountsOf = (id: number) => sql`array(select distinct account_id from memberships
    where institution_id = ${institutionId} and ${ownerColumn(kind.entity)} = ${id} order by 1)`;
  const rows = await query<{ differ: boolean }>(
    tx,
    render(sql`select ${accountsOf(keptId)} <> ${accountsOf(otherId)} as differ`),
  );
  return rows[0]!.differ;
}

/**
 * Whether the merge may give somebody who signs in another phone or e-mail address, which two people decide, owners
 * included.
 */
export async function mayChangeContacts({
  tx,
  kind,
  institutionId,
  keptId,
  otherId,
  kept,
  other,
}: Merge): Promise<boolean> {
  if (contactColumns.every((column) => (kept[column] ?? null) === (other[column] ?? null))) return false;
  const one = (id: number) => signsIn(kind.entity, sql`${institutionId}::int`, sql`${id}::bigint`);
  const rows = await query<{ found: boolean }>(tx, render(sql`select ${one(keptId)} or ${one(otherId)} as found`));
  return rows[0]!.found;
}

/** The second person may not sign in with either record. */
export function refuseOwnPair(decider: Actor, { kind, institutionId, keptId, otherId }: Merge): void {
  const own = membershipIn(decider, institutionId)![`${kind.entity}Ids`];
  if (own.includes(keptId) || own.includes(otherId))
    throw new ValidationError('form', 'One of these records is your own. Ask a colleague to decide.');
}
