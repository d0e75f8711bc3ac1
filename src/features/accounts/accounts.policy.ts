import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Permission, PermissionWords } from '#kernel/permissions.ts';
import { accounts, memberships } from './accounts.schema.ts';

export const accountPermissions = {
  'accounts.view': 'View users and their roles',
  'accounts.edit': 'Invite users, manage their roles, reset passwords and disable accounts',
  'roles.edit': 'Manage roles and their permissions',
  'outbox.view': 'Read messages waiting in the outbox',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof accountPermissions, true> {}
}

const shownToEverybody: readonly string[] = ['institutions.view', 'structure.view'] satisfies Permission[];

/**
 * Somebody with nothing but these is not asked for a second factor: guardians, students and staff who only look around.
 * What lets a person see only their own ends in 'viewSelf'.
 */
export const isOrdinary = (permission: string): boolean =>
  permission.endsWith('.viewSelf') || shownToEverybody.includes(permission);

/** Accounts with a membership where the actor may see people; group administrators are seen by their like alone. */
export function visibleAccounts(actor: Actor, wanted?: number): SQL {
  const ids = institutionsInView(actor, wanted, 'accounts.view');
  const isMember = sql`exists (select from ${memberships} where ${and(eq(memberships.accountId, accounts.id), inArray(memberships.institutionId, ids))})`;
  const seen: SQL[] = ids.length ? [isMember] : [];
  if (actor.isGroupAdministrator && wanted === undefined) seen.push(eq(accounts.isGroupAdministrator, true));
  return or(...seen) ?? sql`false`;
}

/*
 * Nobody climbs by way of other people's accounts.
 * 1. A role that rules over rights (gives roles, changes them, reads the codes in the outbox) is given, taken and
 *    changed, and its holders' sign-ins are managed, only by who holds all that it holds. Owners are among them.
 * 2. Any other role may be given to others by who may edit accounts and roles: an ICT administrator invites bursars
 *    without being one. To himself a person gives only what he holds already.
 * 3. Into a role a person puts only what he holds himself.
 * 4. An account that also belongs elsewhere is one's own only in one's own institution: its roles and its access there.
 *    Its password, its sign-in and its addresses are for its home institution, which made it, or a group administrator.
 */

export interface RoleRights {
  institutionId: number;
  key: string;
  permissions: string[];
}

const ruling: readonly Permission[] = ['accounts.edit', 'roles.edit', 'outbox.view'];

export const managesAccess = (role: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  role.key === 'owner' || ruling.some((permission) => role.permissions.includes(permission));

/** Whether the actor holds, in that institution, all of these. */
export const holds = (actor: Actor, institutionId: number, permissions: readonly string[]): boolean => {
  const own = membershipIn(actor, institutionId)?.permissions;
  return own !== undefined && permissions.every((permission) => own.has(permission as Permission));
};

/** May the actor give or take this role; `forSelf` when the account is his own. */
export function mayAssignRole(actor: Actor, role: RoleRights, forSelf: boolean): boolean {
  if (!can(actor, 'accounts.edit', role.institutionId)) return false;
  if (holds(actor, role.institutionId, role.permissions)) return true;
  return !forSelf && !managesAccess(role) && can(actor, 'roles.edit', role.institutionId);
}

/** May the actor change what this role may do. */
export const mayEditRole = (actor: Actor, role: RoleRights): boolean =>
  can(actor, 'roles.edit', role.institutionId) &&
  role.key !== 'owner' &&
  (!managesAccess(role) || holds(actor, role.institutionId, role.permissions));

export interface ManagedAccount {
  id: number;
  isGroupAdministrator: boolean;
  /** All of its institutions, also those that the actor does not see. */
  institutionIds: number[];
  /** The institution that manages it; null when that is for group administrators alone. */
  homeId: number | null;
  /** Its roles in all of them. */
  roles: RoleRights[];
}

/** May the actor act on the sign-in itself: invite, reset, disable, change addresses. */
export function mayManage(actor: Actor, account: ManagedAccount): boolean {
  if (actor.isGroupAdministrator) return account.institutionIds.length > 0;
  const { homeId } = account;
  if (account.isGroupAdministrator || homeId === null || !can(actor, 'accounts.edit', homeId)) return false;
  return account.roles.every(
    (role) =>
      !managesAccess(role) ||
      holds(actor, role.institutionId, role.permissions) ||
      // A second institution gives a role that rules there, and does not take the account from an owner here.
      (role.institutionId !== homeId && holds(actor, homeId, role.permissions)),
  );
}
