import { type Actor, membershipIn } from '#kernel/actor.ts';
import { type Tx, query } from '#kernel/database.ts';
import type { SkipReason } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import { ownContacts } from '#features/access/accounts/invitations/invite-linked.ts';
import { recentlyChangedAmong } from '#features/access/accounts/invitations/linked-records.ts';
import { candidates, inviteeKinds, type Candidate, type InviteeEntity, type Role } from '../kinds.ts';
import { sql, inArray } from 'drizzle-orm';
import { hasSameName } from '#features/access/accounts/invitations/offers.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { isOrdinary, mayManage } from '#features/access/accounts/accounts.policy.ts';
import { managedColumns } from '#features/access/accounts/own-access.ts';
import { isAccountProtected } from '#features/access/accounts/roles/protected-roles.ts';

export interface SkippedPerson {
  id: number;
  why: SkipReason;
}

/** Somebody to invite, with the contacts that nobody else uses. */
export type Ready = Pick<Candidate, 'id' | 'name' | 'firstName' | 'surname' | 'email' | 'phone' | 'accountId'>;

interface Wanted {
  institutionId: number;
  ids: number[];
  role: Role | null;
  /** When a second person was asked, who has agreed by now. */
  askedAt?: Date | null;
}

/** Sorts people into those to invite, those whose expired invitation is replaced, and those who are left out, with why. */
export async function sortOut(tx: Tx, actor: Actor, entity: InviteeEntity, wanted: Wanted) {
  const { institutionId, ids, role, askedAt = null } = wanted;
  const kind = inviteeKinds[entity];
  const found = await candidates(tx, actor, entity, institutionId, ids);
  const stateOf = await contactsInUse(tx, institutionId, entity, found);
  const isOwn = await ownContacts(tx, actor);
  const waiting = askedAt ? new Set<number>() : await waitingPeople(tx, entity, institutionId);
  const expired = found.filter(({ isUnused, isOpen }) => isUnused && !isOpen);
  const mayRenew = await renewable(tx, actor, entity, institutionId, expired);
  const leftOut: SkippedPerson[] = [];
  const invite: Ready[] = [];
  const renew: Ready[] = [];
  for (const person of found) {
    const checked = check(person);
    if (typeof checked === 'string') leftOut.push({ id: person.id, why: checked });
    else (person.accountId === null ? invite : renew).push(checked);
  }
  const seen = new Set(found.map(({ id }) => id));
  leftOut.push(...ids.filter((id) => !seen.has(id)).map((id) => ({ id, why: 'gone' as const })));
  const guarded = [...invite, ...renew].map(({ id }) => id);
  const waits = kind.isGuarded(actor, institutionId, role)
    ? await recentlyChangedAmong(
        tx,
        actor,
        { institutionId, type: entity, opensMarks: kind.opensMarks(role) },
        guarded,
        askedAt,
      )
    : new Set<number>();
  return { invite, renew, leftOut, waits };

  function check(person: Candidate): SkipReason | Ready {
    const { id, name, firstName, surname, hasLeft, accountId, isUnused, isOpen } = person;
    if (accountId !== null && !isUnused) return 'account';
    if (isOpen) return 'invited';
    if (hasLeft) return 'left';
    if (waiting.has(id)) return 'waiting';
    if (accountId !== null && !mayRenew.has(id)) return 'by_hand';
    const { email, phone } = person;
    if (!email && !phone) return 'no_contact';
    if (isOwn(email) || isOwn(phone)) return 'own';
    const uses = { email: email && stateOf(person, email), phone: phone && stateOf(person, phone) };
    const all = [uses.email, uses.phone] as (Contact | null)[];
    if (all.includes('account')) return 'account';
    if (!all.includes('free')) return all.includes('shared') ? 'shared' : 'blocked';
    const usable = { email: uses.email === 'free' ? email : null, phone: uses.phone === 'free' ? phone : null };
    return { id, name, firstName, surname, accountId, ...usable };
  }
}

interface Use extends Record<string, unknown> {
  address: string;
  kind: InviteeEntity | 'account' | 'blocked';
  id: string;
  name: string;
}

type Contact = 'free' | 'shared' | 'blocked' | 'account';

/**
 * What is known of the addresses and numbers of these people: they stand on another record, sign in another user of the
 * institution, or are blocked. Accounts of other institutions are not looked at, so nothing is learnt of them.
 */
async function contactsInUse(
  tx: Tx,
  institutionId: number,
  entity: InviteeEntity,
  people: readonly Candidate[],
): Promise<(person: Candidate, address: string) => Contact> {
  const wanted = [...new Set(people.flatMap(({ email, phone }) => [email, phone].filter((one) => one !== null)))];
  const uses = await query<Use>(tx)`
    with wanted as (select address from unnest(${sql.param(wanted)}::text[]) w(address)),
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
    select distinct used.kind, used.id, used.name, used.address from used join wanted using (address)`;
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

/** The kinds of approval; users with the permission to invite such people decide. */
export const approvalNames: Record<InviteeEntity, string> = {
  guardian: 'guardians.inviteMany',
  employee: 'accounts.inviteMany',
};

/** The people who are part of a request that a second person has not decided yet. */
async function waitingPeople(tx: Tx, entity: InviteeEntity, institutionId: number): Promise<Set<number>> {
  const rows = await query<{ id: string }>(tx)`
    select person.id from approvals a cross join lateral jsonb_array_elements_text(a.payload -> 'people') person(id)
    where a.institution_id = ${institutionId} and a.kind = ${approvalNames[entity]} and a.outcome is null
      and a.expires_at > now()`;
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * The people whose expired invitations can be replaced together with others: the account belongs to this institution
 * alone, gives nothing that needs a second look, and goes to a contact on the record. Others need their user page.
 */
export async function renewable(
  tx: Tx,
  actor: Actor,
  entity: InviteeEntity,
  institutionId: number,
  expired: readonly Candidate[],
): Promise<Set<number>> {
  if (expired.length === 0) return new Set();
  const ids = expired.map(({ accountId }) => accountId!);
  const found = await tx
    .select({ ...managedColumns, email: accounts.email, phone: accounts.phone })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  const changed = membershipIn(actor, institutionId)?.isOwner ? new Set<number>() : await editedLately(tx, actor, ids);
  const byId = new Map(found.map((account) => [account.id, account]));
  const isRenewable = ({ accountId, email, phone }: Candidate): boolean => {
    const account = byId.get(accountId!);
    if (!account || changed.has(account.id) || account.isGroupAdministrator) return false;
    if (account.institutionIds.some((id) => id !== institutionId)) return false;
    if ((account.email && account.email !== email) || (account.phone && account.phone !== phone)) return false;
    return entity === 'guardian'
      ? account.roles.every(({ permissions }) => permissions.every(isOrdinary))
      : mayManage(actor, account) && !isAccountProtected(actor, account);
  };
  return new Set(expired.filter(isRenewable).map(({ id }) => id));
}

/** The accounts whose contacts the actor changed in the last 24 hours. */
async function editedLately(tx: Tx, actor: Actor, ids: number[]): Promise<Set<number>> {
  const rows = await query<{ id: string }>(tx)`
    select distinct subject_id as id from audit_entries where account_id = ${actor.accountId}
    and at > now() - interval '24 hours' and subject_type = 'account' and subject_id = any(${sql.param(ids)}::bigint[])
    and action = 'accounts.edit' and details::text ~ '"(email|phone)"'`;
  return new Set(rows.map(({ id }) => Number(id)));
}
