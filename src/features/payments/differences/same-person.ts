import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';

/** Whether an account is the actor's own, or another one of the same employee. */
export async function isSamePerson(tx: Tx, actor: Actor, institutionId: number, accountId: number): Promise<boolean> {
  if (actor.accountId === accountId) return true;
  const employees = membershipIn(actor, institutionId)?.employeeIds ?? [];
  const found = await rowsOf(
    tx,
    sql`select from memberships where institution_id = ${institutionId} and account_id = ${accountId}
      and employee_id = any (${sql.param([...employees])}::bigint[]) limit 1`,
  );
  return found.length > 0;
}
