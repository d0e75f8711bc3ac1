import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { ownersAlone } from '#kernel/contracts/approval-kind.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { isFamilyOf } from '#kernel/own-family/own-family.ts';
import type { Permission } from '#kernel/permissions.ts';
import { pinToProviders } from '#kernel/messages/pin.ts';
import { queueMessages } from '#kernel/messages/queue.ts';

export interface DecisionScope {
  institutionId: number;
  permission: string;
  askedBy: number;
  /** What the requester is employed as: another account of the same employee is the same person. */
  askerEmployees: readonly number[];
  subjectType: string;
  subjectId: number;
  /** Whether it is about the actor or the actor's family. */
  isOfFamily: boolean;
  /** Whether the requester could be using the actor's account. */
  isInAskersHands: boolean;
}

/**
 * Whether the requester, with whichever account, has made or changed the other account within a day, such as its role,
 * contacts or password: then nobody else may be behind it.
 */
export const isInHandsOf = (account: SQLWrapper, asker: SQLWrapper, institutionId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from audit_entries e where e.institution_id = ${institutionId}
    and e.subject_type = 'account' and e.subject_id = ${account} and e.at > now() - interval '24 hours'
    and (e.account_id = ${asker} or ${isSamePerson(sql`e.account_id`, asker, institutionId)}))`;

/** Two accounts of one employee. */
const isSamePerson = (account: SQLWrapper, other: SQLWrapper, institutionId: SQLWrapper): SQL =>
  sql`exists (select from memberships x join memberships y on (y.institution_id, y.employee_id) = (x.institution_id, x.employee_id)
    where x.institution_id = ${institutionId} and x.account_id = ${account} and y.account_id = ${other})`;

/**
 * Whether the actor is neither the requester, with whichever account, nor the person concerned or of the family, nor
 * somebody whose account the requester has just made or changed.
 */
const isUninvolved = (actor: Actor, { subjectType, subjectId, isOfFamily, isInAskersHands, ...scope }: DecisionScope) =>
  actor.accountId !== null &&
  !isOfFamily &&
  !isInAskersHands &&
  !isRequester(actor, scope) &&
  !(subjectType === 'account' && subjectId === actor.accountId);

export const isRequester = (
  actor: Actor,
  { institutionId, askedBy, askerEmployees }: Pick<DecisionScope, 'institutionId' | 'askedBy' | 'askerEmployees'>,
): boolean =>
  actor.accountId === askedBy ||
  Boolean(membershipIn(actor, institutionId)?.employeeIds.some((id) => askerEmployees.includes(id)));

export const mayDecide = (actor: Actor, scope: DecisionScope): boolean =>
  isUninvolved(actor, scope) &&
  (scope.permission === ownersAlone
    ? Boolean(membershipIn(actor, scope.institutionId)?.isOwner)
    : can(actor, scope.permission as Permission, scope.institutionId));

interface Stopping extends DecisionScope {
  objectors: readonly string[];
  waitsUntil: unknown;
}

/** During the waiting period that replaces a second person, any other owner can also stop it, and those who may object. */
export const mayStop = (actor: Actor, scope: Stopping): boolean =>
  mayDecide(actor, scope) ||
  (scope.waitsUntil !== null &&
    actor.accountId !== scope.askedBy &&
    [ownersAlone, ...scope.objectors].some((permission) => holds(actor, permission, scope.institutionId)));

/** An owner holds every permission, and what is for owners alone. */
export const holds = (actor: Actor, permission: string, institutionId: number) => {
  const membership = membershipIn(actor, institutionId);
  return Boolean(membership?.isOwner || membership?.permissions.has(permission));
};

type InQuery<Scope> = { [Name in keyof Scope]: Scope[Name] | SQLWrapper };

/** All accounts that can sign in and decide, by a role in the institution or as group administrator. */
export const decidersOf = ({
  institutionId,
  permission,
  askedBy,
  subjectType,
  subjectId,
  concerns,
}: InQuery<
  Omit<DecisionScope, 'askerEmployees' | 'isOfFamily' | 'isInAskersHands'> & { concerns: readonly object[] }
>): SQL =>
  sql`select a.id from accounts a join credentials c on c.account_id = a.id
    where a.disabled_at is null and c.password_hash is not null and a.id <> ${askedBy}
      and not (${subjectType} = 'account' and a.id = ${subjectId})
      and not ${isSamePerson(sql`a.id`, sql`${askedBy}`, sql`${institutionId}::int`)}
      and not ${isInHandsOf(sql`a.id`, sql`${askedBy}`, sql`${institutionId}::int`)}
      and (a.is_group_administrator or exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = a.id and m.institution_id = ${institutionId} and m.suspended_at is null
          and (r.key = 'owner' or r.permissions @> array[${permission}::text])))
      and not ${isFamilyOf(sql`a.id`, sql`${institutionId}::int`, Array.isArray(concerns) ? sql`${JSON.stringify(concerns)}::jsonb` : sql`${concerns as SQLWrapper}`)}`;

export const ownersOf = (institutionId: number): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null and r.key = 'owner'`;

/** All owners and group administrators who can sign in. */
export const administratorsOf = (institutionId: number): SQL =>
  sql`select a.id from accounts a where a.disabled_at is null
    and (a.is_group_administrator or a.id in (${ownersOf(institutionId)}))`;

/** The accounts with one of the permissions through a role in the institution. */
export const holdersOfAny = (institutionId: number, permissions: readonly string[]): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null
      and (r.key = 'owner' or r.permissions && ${sql.param(permissions)}::text[])`;

export async function hasDeciders(tx: Tx, deciders: SQL): Promise<boolean> {
  const rows = await query<{ found: boolean }>(tx, render)`select exists (${deciders}) as found`;
  return rows[0]!.found;
}

/**
 * By e-mail or SMS, because someone who took over a session could read its notifications. It leaves through the provider
 * that is in force now.
 */
export async function writeToAdministrators(
  tx: Tx,
  institutionId: number,
  { event, body, to = administratorsOf(institutionId) }: { event: string; body: string; to?: SQL },
): Promise<void> {
  const people = await query<{ id: number; email: string | null; phone: string | null }>(tx)`
    select a.id, a.email, a.phone from accounts a
    where a.id in (${to}) and a.disabled_at is null and coalesce(a.email, a.phone) is not null order by a.id`;
  const messages = people.map(({ id, email, phone }) => ({
    channel: email ? ('email' as const) : ('sms' as const),
    recipient: (email ?? phone)!,
    subject: 'Waiting for approval in Akada',
    body,
    accountId: Number(id),
    event,
    isUrgent: true,
  }));
  await pinToProviders(tx, institutionId, await queueMessages(tx, institutionId, messages));
}
