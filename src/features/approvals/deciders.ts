import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { isFamilyOf } from '#kernel/own-family/own-family.ts';
import type { Permission } from '#kernel/permissions.ts';

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
}

/** Whether the actor is neither the requester, with whichever account, nor the person concerned or of the family. */
const isUninvolved = (actor: Actor, { subjectType, subjectId, isOfFamily, ...scope }: DecisionScope) =>
  actor.accountId !== null &&
  !isOfFamily &&
  !isRequester(actor, scope) &&
  !(subjectType === 'account' && subjectId === actor.accountId);

export const isRequester = (
  actor: Actor,
  { institutionId, askedBy, askerEmployees }: Pick<DecisionScope, 'institutionId' | 'askedBy' | 'askerEmployees'>,
): boolean =>
  actor.accountId === askedBy ||
  Boolean(membershipIn(actor, institutionId)?.employeeIds.some((id) => askerEmployees.includes(id)));

export const mayDecide = (actor: Actor, scope: DecisionScope): boolean =>
  isUninvolved(actor, scope) && can(actor, scope.permission as Permission, scope.institutionId);

/** During the waiting period that replaces a second person, any other owner can also stop it. */
export const mayStop = (actor: Actor, scope: DecisionScope & { waitsUntil: unknown }): boolean =>
  mayDecide(actor, scope) ||
  (scope.waitsUntil !== null &&
    actor.accountId !== scope.askedBy &&
    Boolean(membershipIn(actor, scope.institutionId)?.isOwner));

/** All accounts that can sign in and decide, by a role in the institution or as group administrator. */
export const decidersOf = ({
  institutionId,
  permission,
  askedBy,
  subjectType,
  subjectId,
  concerns,
}: Omit<DecisionScope, 'askerEmployees' | 'isOfFamily'> & { concerns: readonly object[] }): SQL =>
  sql`select a.id from accounts a join credentials c on c.account_id = a.id
    where a.disabled_at is null and c.password_hash is not null and a.id <> ${askedBy}
      and not (${subjectType} = 'account' and a.id = ${subjectId})
      and not exists (select from memberships x join memberships y
        on (y.institution_id, y.employee_id) = (x.institution_id, x.employee_id) and y.account_id = ${askedBy}
        where x.institution_id = ${institutionId} and x.account_id = a.id)
      and (a.is_group_administrator or exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.account_id = a.id and m.institution_id = ${institutionId} and m.suspended_at is null
          and (r.key = 'owner' or r.permissions @> array[${permission}::text])))
      and not ${isFamilyOf(sql`a.id`, sql`${institutionId}::int`, sql`${JSON.stringify(concerns)}::jsonb`)}`;

export const ownersOf = (institutionId: number): SQL =>
  sql`select m.account_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and m.suspended_at is null and r.key = 'owner'`;

export async function hasDeciders(tx: Tx, deciders: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`select exists (${deciders}) as found`);
  return rows[0]!.found;
}
