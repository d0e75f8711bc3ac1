import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { RoleRights } from './accounts.policy.ts';

/** Roles of every institution that stay protected whatever is ticked for them; money's permissions come to some of them. */
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

/** Whether a permission opens what a stolen account could misuse. What shows only one's own things or classes does not. */
export function isSensitive(permission: string): boolean {
  const [noun = '', verb = ''] = permission.split('.');
  if (/(Self|Own)$/.test(verb)) return false;
  return sensitiveNames.has(permission) || sensitiveNouns.has(noun) || sensitiveVerbs.has(verb);
}

export const isProtected = ({ key, permissions }: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  protectedKeys.has(key) || permissions.some(isSensitive);

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

/** Getting hold of this account's sign-in needs a second person; of one's own it is asked for the password instead. */
export const isAccountProtected = (actor: Actor, account: Account): boolean =>
  account.id !== actor.accountId &&
  !isOwner(actor, account.homeId) &&
  account.roles.some((role) => needsSecondPerson(actor, role));

/** Where the second person has to be: where the actor manages the account, best where the protected role is. */
export function approvedWhere(actor: Actor, { roles, institutionIds }: Account): number {
  const managed = institutionIds.filter((id) => can(actor, 'accounts.edit', id));
  const best = roles.find((role) => managed.includes(role.institutionId) && isProtected(role));
  return best?.institutionId ?? managed[0]!;
}
