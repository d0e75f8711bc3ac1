import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { Pair } from './read-pair.ts';

/**
 * Whether the merge shows somebody who signs in what only the other record held: a person's restricted data, or another
 * family's children. Owners see all of it and could give any account any role.
 */
export async function opensToAccount(
  tx: Tx,
  actor: Actor,
  { about, institutionId, keptId, otherId }: Pair,
): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const accountsOf = (id: number) => sql`array(select distinct account_id from memberships
    where institution_id = ${institutionId} and ${sql.identifier(about.owner)} = ${id} order by 1)`;
  const { rows } = await tx.execute<{ opens: boolean }>(
    sql`select ${accountsOf(keptId)} <> ${accountsOf(otherId)} as opens`,
  );
  return rows[0]!.opens;
}

/** Whoever signs in with one of the two records does not agree to it either. */
export function refuseOwnPair(decider: Actor, { about, institutionId, keptId, otherId }: Pair): void {
  const own = membershipIn(decider, institutionId)![`${about.entity}Ids`];
  if (own.includes(keptId) || own.includes(otherId))
    throw new Refused('form', 'One of these records is your own. Ask a colleague to decide.');
}
