import { eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { accounts, memberships } from '#features/accounts/accounts.schema.ts';
import { revokeTokens } from '#features/accounts/revoke-tokens.ts';
import type { KindKey } from './subjects.ts';

/**
 * Takes the person's memberships away. An account that belongs nowhere else then is erased too: nobody signs in with
 * it, and it names nobody. Returns the accounts that were erased, those that are nobody's in this institution any more,
 * and how the erased were reached.
 */
export async function eraseSignIns(
  tx: Tx,
  ofPerson: SQL,
  institutionId: number,
  formerIds: number[],
): Promise<{ erased: number[]; left: number[]; contacts: string[] }> {
  const gone = await tx.delete(memberships).where(ofPerson).returning({ accountId: memberships.accountId });
  const erased: number[] = [];
  const left: number[] = [];
  const contacts: string[] = [];
  for (const accountId of new Set([...gone.map((one) => one.accountId), ...formerIds])) {
    const answer = await tx.execute<{ isHere: boolean; stays: boolean; contacts: string[] }>(sql`
      select ${institutionId} = any (akada_institutions_of(id)) as "isHere", is_group_administrator or cardinality(akada_institutions_of(id)) > 0 as stays,
        array_remove(array[email, phone], null) as contacts from accounts where id = ${accountId}`);
    const [account] = answer.rows;
    if (account && !account.isHere) left.push(accountId);
    if (account?.stays !== false) continue;
    contacts.push(...account.contacts);
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
    await revokeTokens(tx, accountId, 'revoked');
    await tx.execute(sql`delete from one_time_tokens where account_id = ${accountId}`);
    await tx.execute(sql`update outbox set recipient = 'erased', subject = null, body = 'This message has been erased.'
      where institution_id = ${institutionId} and account_id = ${accountId}`);
    await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`);
    await tx.execute(sql`delete from tours_seen where account_id = ${accountId}`);
    await tx.execute(
      sql`delete from notifications where institution_id = ${institutionId} and account_id = ${accountId}`,
    );
    erased.push(accountId);
  }
  return { erased, left, contacts };
}

interface Traces {
  names: string[];
  contacts: string[];
}

/**
 * Accounts with which the person signed in before: who leaves loses the duties, and so nothing else ties the account to
 * the record. The moves kept which they were; else it is one that belongs nowhere and bears the name and a contact.
 */
export async function formerAccounts(
  tx: Tx,
  key: KindKey,
  ofPerson: SQL,
  { names, contacts }: Traces,
): Promise<number[]> {
  const kept = {
    employees: sql`select (ended ->> 'accountId')::bigint as id from employee_moves, jsonb_array_elements(ended_roles) ended where ${ofPerson}`,
    students: sql`select (ended ->> 'account_id')::bigint as id from student_moves,
      jsonb_array_elements(coalesce(content -> 'signIns' -> 'memberships', '[]')) ended where ${ofPerson}`,
    guardians: sql`select null::bigint as id where false`,
  }[key];
  const { rows } = await tx.execute<{ id: number }>(sql`${kept} union select id from accounts
    where name = any(${sql.param(names)}::text[]) and (email = any(${sql.param(contacts)}::text[]) or phone = any(${sql.param(contacts)}::text[]))
      and akada_institutions_of(id) = '{}'
      and coalesce(home_institution_id = any ((select akada_institutions())::int[]), true)`);
  return rows.map(({ id }) => Number(id));
}
