import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { momentText, withheld } from '#kernel/personal-data/data-section.ts';
import type { Merge } from '#kernel/personal-data/merge-rule.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { collectAccountsByName, eraseAccounts } from './erase-accounts.ts';

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
