import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { RoleRights } from './accounts.policy.ts';

/**
 * Roles of every institution that stay protected whatever is ticked for them; money's permissions come to some of them.
 */
const protectedKeys = new Set([
  'owner',
  'ict_administrator',
  'principal',
  'registrar',
  'hr_officer',
  'bursar',
  'cashier',
]);

/** Money, marks, erasure and one person's whole data: everything of these nouns. */
const sensitiveNouns = new Set([
  'privacy',
  'fees',
  'payments',
  'refunds',
  'waivers',
  'ledger',
  'expenses',
  'payroll',
  'accounting',
  'marks',
  'grades',
  'results',
  'pins',
  'approvals',
]);
/** Of any noun: restricted data, lists of people as files, and what others wait for. */
const sensitiveVerbs = new Set([
  'viewHealth',
  'viewReligion',
  'viewPrivate',
  'export',
  'approve',
  'publish',
  'refund',
  'waive',
]);
const sensitiveNames = new Set(['employees.view', 'accounts.edit', 'roles.edit', 'outbox.view', 'people.merge']);

/**
 * Whether a permission opens what a stolen account could misuse. What shows only one's own things or classes does not;
 * to enter or see the marks of one's own classes does.
 */
export function isSensitive(permission: string): boolean {
  const [noun = '', verb = ''] = permission.split('.');
  if (verb.endsWith('Self')) return false;
  if (verb.endsWith('Own')) return sensitiveNouns.has(noun);
  return sensitiveNames.has(permission) || sensitiveNouns.has(noun) || sensitiveVerbs.has(verb);
}

const isScopedToOwn = (permission: string) => permission.endsWith('Own');

/**
 * What opens much by itself. What concerns one's own classes opens nothing before the account is linked to an employee.
 */
export const isProtected = ({ key, permissions }: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  protectedKeys.has(key) || permissions.some((one) => isSensitive(one) && !isScopedToOwn(one));

/**
 * In the name of an employee it enters marks, or will: its holders' sign-ins are protected like those of protected
 * roles.
 */
export const entersMarks = ({ key, permissions }: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  key === 'teacher' || permissions.some((one) => isSensitive(one) && isScopedToOwn(one));

const isOwner = (actor: Actor, institutionId: number | null | undefined) =>
  institutionId !== null && institutionId !== undefined && Boolean(membershipIn(actor, institutionId)?.isOwner);

/** Giving this role needs a second person, unless an owner gives it. */
export const needsSecondPerson = (actor: Actor, role: RoleRights): boolean =>
  isProtected(role) && !isOwner(actor, role.institutionId);

interface Account {
  id: number;
  roles: RoleRights[];
  institutionIds: number[];
  homeId?: number | null;
}

/**
 * Getting hold of this account's sign-in needs a second person; of one's own it is asked for the password instead. What
 * it opens in an institution that the actor does not belong to is never the actor's to open.
 */
export const isAccountProtected = (actor: Actor, account: Account): boolean =>
  account.id !== actor.accountId &&
  !isOwner(actor, account.homeId) &&
  account.roles.some(
    (role) =>
      needsSecondPerson(actor, role) || (role.permissions.length > 0 && !membershipIn(actor, role.institutionId)),
  );

/** Where the second person has to be: where the actor manages the account, best where the protected role is. */
export function approvedWhere(actor: Actor, { roles, institutionIds }: Account): number {
  const managed = institutionIds.filter((id) => can(actor, 'accounts.edit', id));
  const best = roles.find((role) => managed.includes(role.institutionId) && isProtected(role));
  return best?.institutionId ?? managed[0]!;
}
