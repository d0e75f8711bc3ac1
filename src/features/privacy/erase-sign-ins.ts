import { eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { accounts, memberships } from '#features/accounts/accounts.schema.ts';

/**
 * Takes the person's memberships away. An account that belongs nowhere else then is erased too: nobody signs in with it,
 * and it names nobody. Returns the accounts that were erased.
 */
export async function eraseSignIns(tx: Tx, ofPerson: SQL, institutionId: number): Promise<number[]> {
  const gone = await tx.delete(memberships).where(ofPerson).returning({ accountId: memberships.accountId });
  const erased: number[] = [];
  for (const accountId of new Set(gone.map((one) => one.accountId))) {
    const answer = await tx.execute<{ stays: boolean }>(sql`
      select is_group_administrator or cardinality(akada_institutions_of(id)) > 0 as stays from accounts where id = ${accountId}`);
    if (answer.rows[0]!.stays) continue;
    await tx
      .update(accounts)
      .set({
        username: `erased-${accountId}`,
        name: 'An erased person',
        email: null,
        phone: null,
        disabledAt: sql`coalesce(disabled_at, now())`,
      })
      .where(eq(accounts.id, accountId));
    await tx.execute(sql`update credentials set password_hash = null, totp_secret = null, totp_confirmed_at = null
      where account_id = ${accountId}`);
    await tx.execute(sql`delete from sessions where account_id = ${accountId}`);
    await tx.execute(sql`delete from one_time_tokens where account_id = ${accountId}`);
    await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`);
    await tx.execute(
      sql`delete from notifications where institution_id = ${institutionId} and account_id = ${accountId}`,
    );
    erased.push(accountId);
  }
  return erased;
}
