import { eq, sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { revokeTokens } from './passwords/revoke-tokens.ts';

/**
 * Deletes the person's memberships. An account that belongs nowhere else afterwards is erased too: it names nobody, and
 * nobody can sign in with it.
 */
export async function eraseAccounts(erasure: Erasure): Promise<void> {
  const { tx, institutionId, found } = erasure;
  const gone = await tx.delete(memberships).where(rowsOf(erasure)).returning({ accountId: memberships.accountId });
  for (const accountId of new Set([...gone.map((row) => row.accountId), ...found.formerAccounts])) {
    const answer = await query<{ isHere: boolean; stays: boolean; contacts: string[] }>(
      tx,
      render(sql`
      select ${institutionId} = any (akada_institutions_of(id)) as "isHere", is_group_administrator or cardinality(akada_institutions_of(id)) > 0 as stays,
        array_remove(array[email, phone], null) as contacts from accounts where id = ${accountId}`),
    );
    const [account] = answer;
    if (account && !account.isHere) found.leftAccounts.push(accountId);
    if (account?.stays !== false) continue;
    found.accountContacts.push(...account.contacts);
    await eraseAccount(tx, institutionId, accountId);
    found.erasedAccounts.push(accountId);
  }
}

async function eraseAccount(tx: Tx, institutionId: number, accountId: number): Promise<void> {
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
  await tx.execute(sql`update outbox set recipient = 'erased', subject = null, template = null,
    body = 'This message has been erased.'
    where institution_id = ${institutionId} and account_id = ${accountId}`);
  await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`);
  await tx.execute(sql`delete from tours_seen where account_id = ${accountId}`);
  await tx.execute(
    sql`delete from notifications where institution_id = ${institutionId} and account_id = ${accountId}`,
  );
}

/**
 * Adds accounts that nothing links to the person any more, because all their roles ended: they belong nowhere, and have
 * both the name and a contact of the person.
 */
export async function collectAccountsByName({ tx, names, contacts, found }: Erasure): Promise<void> {
  const anyContact = sql`any(${sql.param(contacts)}::text[])`;
  const rows = await query<{ id: number }>(
    tx,
    render(sql`select id from accounts
    where name = any(${sql.param(names)}::text[]) and (email = ${anyContact} or phone = ${anyContact})
      and akada_institutions_of(id) = '{}'
      and coalesce(home_institution_id = any ((select akada_institutions())::int[]), true)`),
  );
  found.formerAccounts.push(...rows.map(({ id }) => Number(id)));
}
