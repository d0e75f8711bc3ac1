import { render, query, type Tx } from '#kernel/database.ts';
import { eq, sql } from 'drizzle-orm';
import { momentText, withheld } from '#kernel/personal-data/data-section.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { revokeTokens } from './passwords/revoke-tokens.ts';

const people = ['student', 'employee', 'guardian'] as const;

/** The accounts that open a person's record. */
export const accountPersonalData: PersonalData = {
  tables: [
    {
      table: 'memberships',
      people,
      section: {
        title: 'Sign-in',
        order: 120,
        rows: ({ institutionId, entity, personId }) => sql`
          select distinct a.username as "Username", a.name as "Name",
            case when akada_home_of(a.id) = ${institutionId} then a.email else ${withheld} end as "E-mail",
            case when akada_home_of(a.id) = ${institutionId} then a.phone else ${withheld} end as "Phone", r.name as "Role",
            ${withheld} as "Password", ${momentText('a.created_at')} as "Created", a.disabled_at is not null as "Disabled"
          from memberships m join accounts a on a.id = m.account_id
          join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${personId} order by 1, 5`,
      },
      collect: collectAccountsByName,
      erase: eraseAccounts,
      merge: {
        how: 'move',
        one: 'sign-in',
        many: 'sign-ins',
        same: ['account_id', 'role_id', 'student_id', 'employee_id', 'guardian_id'],
        conflicts: sharedAccounts,
      },
      locksAccounts: true,
      retention: { keep: 'Until the role is removed or the person is erased.' },
    },
    {
      table: 'sessions',
      people,
      namedBy: () => sql`false`,
      section: {
        title: 'Sign-in times',
        order: 130,
        rows: ({ institutionId, entity, personId }) => sql`
          select ${momentText('s.created_at')} as "Signed in", ${momentText('s.last_seen_at')} as "Last seen", s.address as "Address",
            s.device as "Device"
          from sessions s where s.account_id in (select m.account_id from memberships m
            where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${personId}) order by s.id`,
      },
      erase: { keep: 'Names an account only; goes with the account.' },
      merge: { how: 'leave', why: 'Names an account only.' },
      retention: { keep: 'Until the session is signed out or expires.' },
    },
  ],
};

async function sharedAccounts({ tx, kind, institutionId, keptId, otherId }: Merge): Promise<string[]> {
  const owner = ownerColumn(kind.entity);
  const rows = await query<{ person: number; names: string[] }>(tx, render)`
    select m.${owner} as person, array_agg(distinct a.username order by a.username) as names
    from memberships m join accounts a on a.id = m.account_id
    where m.institution_id = ${institutionId} and m.${owner} in (${keptId}, ${otherId}) group by 1`;
  const namesOf = (id: number) => rows.find((row) => Number(row.person) === id)?.names ?? [];
  const [kept, other] = [namesOf(keptId), namesOf(otherId)];
  const both = kept.filter((name) => other.includes(name));
  if (both.length)
    return [`The account ${both.join(', ')} belongs to both records. It stays and opens the kept record.`];
  if (kept.length === 0 || other.length === 0) return [];
  return [
    `Both people can sign in, as ${kept.join(', ')} and as ${other.join(', ')}. Both accounts will open the kept record.`,
  ];
}

/**
 * Deletes the person's memberships. An account that belongs nowhere else afterwards is erased too: it names nobody, and
 * nobody can sign in with it.
 */
async function eraseAccounts(erasure: Erasure): Promise<void> {
  const { tx, institutionId, found } = erasure;
  const gone = await tx.delete(memberships).where(rowsOf(erasure)).returning({ accountId: memberships.accountId });
  for (const accountId of new Set([...gone.map((row) => row.accountId), ...found.formerAccounts])) {
    const answer = await query<{ isHere: boolean; stays: boolean; contacts: string[] }>(tx, render)`
      select ${institutionId} = any (akada_institutions_of(id)) as "isHere", is_group_administrator or cardinality(akada_institutions_of(id)) > 0 as stays,
        array_remove(array[email, phone], null) as contacts from accounts where id = ${accountId}`;
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
async function collectAccountsByName({ tx, names, contacts, found }: Erasure): Promise<void> {
  const anyContact = sql`any(${sql.param(contacts)}::text[])`;
  const rows = await query<{ id: number }>(tx, render)`select id from accounts
    where name = any(${sql.param(names)}::text[]) and (email = ${anyContact} or phone = ${anyContact})
      and akada_institutions_of(id) = '{}'
      and coalesce(home_institution_id = any ((select akada_institutions())::int[]), true)`;
  found.formerAccounts.push(...rows.map(({ id }) => Number(id)));
}
