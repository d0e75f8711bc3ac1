import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { hasSameName } from '#features/access/accounts/invitations/offers.ts';
import type { Candidate, InviteeEntity } from '../kinds.ts';

interface Use extends Record<string, unknown> {
  address: string;
  kind: InviteeEntity | 'account' | 'blocked';
  id: string;
  name: string;
}

export type Contact = 'free' | 'shared' | 'blocked' | 'account';

/**
 * What is known of the addresses and numbers of these people: they stand on another record, sign in another user of the
 * institution, or are blocked. Accounts of other institutions are not looked at, so nothing is learnt of them.
 */
export async function contactsInUse(
  tx: Tx,
  institutionId: number,
  entity: InviteeEntity,
  people: readonly Candidate[],
): Promise<(person: Candidate, address: string) => Contact> {
  const wanted = [...new Set(people.flatMap(({ email, phone }) => [email, phone].filter((one) => one !== null)))];
  const uses = await query<Use>(
    tx,
    sql`with wanted as (select address from unnest(${sql.param(wanted)}::text[]) w(address)),
      used as (
        select 'guardian' as kind, g.id, g.first_name || ' ' || g.surname as name, x.address
        from guardians g cross join lateral (values (lower(g.email)), (g.phone), (g.mobile)) x(address)
        where g.institution_id = ${institutionId} and g.merged_into_id is null
        union all
        select 'employee', e.id, e.first_name || ' ' || e.surname, x.address
        from employees e cross join lateral (values (lower(e.email)), (e.phone), (e.mobile)) x(address)
        where e.institution_id = ${institutionId} and e.merged_into_id is null
        union all
        select 'account', a.id, a.name, x.address
        from accounts a cross join lateral (values (a.email), (a.phone)) x(address)
        where a.id in (select m.account_id from memberships m
          where m.institution_id = ${institutionId} and m.student_id is null)
        union all
        select 'blocked', c.id, '', c.address from contact_wishes c
        where c.institution_id = ${institutionId} and c.blocks = 'everything' and c.ended_at is null
          and c.channel in ('email', 'sms'))
    select distinct used.kind, used.id, used.name, used.address from used join wanted using (address)`,
  );
  const byAddress = Map.groupBy(uses, ({ address }) => address);
  return (person, address) => {
    const found = (byAddress.get(address) ?? []).map((use) => contactFor(person, entity, use));
    return found.find((one) => one !== 'free') ?? 'free';
  };
}

/** A person may be a guardian and an employee; two records of one kind are two people until they are merged. */
function contactFor(person: Candidate, entity: InviteeEntity, { kind, id, name }: Use): Contact {
  if (kind === 'blocked') return 'blocked';
  if (kind === entity) return Number(id) === person.id ? 'free' : 'shared';
  if (kind === 'account' && Number(id) === person.accountId) return 'free';
  if (!hasSameName(name, person.name)) return 'shared';
  // Employees get further roles on their user page; guardians accept the invitation with the account they have.
  return kind === 'account' && entity === 'employee' ? 'account' : 'free';
}
