import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import type { Permission, PermissionLabels } from '#kernel/permissions.ts';

export const accountPermissions = {
  'accounts.view': 'View users and their roles',
  'accounts.edit': 'Invite users, manage their roles, reset passwords and disable accounts',
  'roles.edit': 'Manage roles and their permissions',
  'outbox.view': 'Read messages waiting in the outbox',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof accountPermissions, true> {}
}

const commonPermissions: readonly string[] = [
  'institutions.view',
  'structure.view',
  // Held by every student and guardian: each sees what concerns them.
  'calendar.view',
  'timetable.viewOwn',
  // For their own days.
  'leave.request',
] satisfies Permission[];

/**
 * Accounts with only these permissions need no second factor: guardians, students and staff with view access.
 * Permissions for one's own record end in 'Self'.
 */
export const isOrdinary = (permission: string): boolean =>
  permission.endsWith('Self') || commonPermissions.includes(permission);

/** Accounts in institutions where the actor can view users. Only group administrators see group administrators. */
export function visibleAccounts(actor: Actor, wanted?: number): SQL {
  const ids = institutionsInView(actor, wanted, 'accounts.view');
  const isMember = sql`exists (select from ${memberships} where ${and(eq(memberships.accountId, accounts.id), inArray(memberships.institutionId, ids))})`;
  const seen: SQL[] = ids.length ? [isMember] : [];
  if (actor.isGroupAdministrator && wanted === undefined) seen.push(eq(accounts.isGroupAdministrator, true));
  return or(...seen) ?? sql`false`;
}

/* Nobody gains permissions through other people's accounts.
 * 1. A role that manages access (assigns or edits roles, reads codes in the outbox) can be added, removed and edited,
 * and
 *    its holders' accounts managed, only by users with all of its permissions. Owners are among them.
 * 2. Users who can edit accounts and roles can add any other role to other people: an ICT administrator invites bursars
 *    without being one. To their own account they can only add permissions they already have.
 * 3. Users can only add permissions to a role that they have themselves.
 * 4. If an account also belongs to another institution, an administrator manages only its roles and access at their
 * own.
 *    Its password, status and contacts are managed by its home institution, which created it, or a group administrator.
 */

export interface RoleRights {
  institutionId: number;
  key: string;
  permissions: string[];
}

const accessPermissions: readonly Permission[] = ['accounts.edit', 'roles.edit', 'outbox.view'];

export const managesAccess = (role: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  role.key === 'owner' || accessPermissions.some((permission) => role.permissions.includes(permission));

/** Whether the actor has all of these permissions in that institution. */
export const holds = (actor: Actor, institutionId: number, permissions: readonly string[]): boolean => {
  const own = membershipIn(actor, institutionId)?.permissions;
  return own !== undefined && permissions.every((permission) => own.has(permission as Permission));
};

/** Whether the actor can add or remove this role; `forSelf` when the account is the actor's own. */
export function mayAssignRole(actor: Actor, role: RoleRights, forSelf: boolean): boolean {
  if (!can(actor, 'accounts.edit', role.institutionId)) return false;
  if (holds(actor, role.institutionId, role.permissions)) return true;
  return !forSelf && !managesAccess(role) && can(actor, 'roles.edit', role.institutionId);
}

/** Whether the actor can edit this role's permissions. */
export const mayEditRole = (actor: Actor, role: RoleRights): boolean =>
  can(actor, 'roles.edit', role.institutionId) &&
  role.key !== 'owner' &&
  (!managesAccess(role) || holds(actor, role.institutionId, role.permissions));

export interface ManagedAccount {
  id: number;
  isGroupAdministrator: boolean;
  /** All of its institutions, including those the actor cannot see. */
  institutionIds: number[];
  /** The institution that manages it; null when only group administrators do. */
  homeId: number | null;
  /** Its roles in all of these institutions. */
  roles: RoleRights[];
}

/** Whether the actor can manage the account itself: invite, reset password, disable, edit contacts. */
export function mayManage(actor: Actor, account: ManagedAccount): boolean {
  if (actor.isGroupAdministrator) return account.institutionIds.length > 0;
  const { homeId } = account;
  if (account.isGroupAdministrator || homeId === null || !can(actor, 'accounts.edit', homeId)) return false;
  return account.roles.every(
    (role) =>
      !managesAccess(role) ||
      holds(actor, role.institutionId, role.permissions) ||
      // A role that manages access elsewhere does not take the account away from an owner at its home institution.
      (role.institutionId !== homeId && holds(actor, homeId, role.permissions)),
  );
}
