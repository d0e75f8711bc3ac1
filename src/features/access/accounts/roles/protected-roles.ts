import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { RoleRights } from '../accounts.policy.ts';

/** Default roles that are always protected, whatever their permissions; some of them will handle money. */
const protectedKeys = new Set([
  'owner',
  'ict_administrator',
  'principal',
  'registrar',
  'hr_officer',
  'bursar',
  'cashier',
]);

/** Areas whose permissions are all sensitive: money and what costs some, marks, erasure and exports of personal data. */
const sensitiveNouns = new Set([
  'privacy',
  'fees',
  'payments',
  'orders',
  'refunds',
  'waivers',
  'ledger',
  'openings',
  'expenses',
  'payroll',
  'accounting',
  'marks',
  'grades',
  'results',
  'transcripts',
  'pins',
  'approvals',
  'sending',
]);
/** Sensitive verbs in any area: restricted data, exports of lists, and approvals. */
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
const sensitiveNames = new Set([
  'employees.view',
  'accounts.edit',
  'roles.edit',
  'outbox.view',
  'people.merge',
  // Marks of the entrance examination, and who gets a seat.
  'admissions.review',
  'admissions.decide',
  'admissions.admit',
  // Which mark is which grade.
  'assessment.edit',
]);

/**
 * Whether a stolen account could misuse the permission. Permissions limited to one's own record or classes are not
 * sensitive, except for marks.
 */
export function isSensitive(permission: string): boolean {
  const [noun = '', verb = ''] = permission.split('.');
  if (verb.endsWith('Self')) return false;
  if (verb.endsWith('Own')) return sensitiveNouns.has(noun);
  return sensitiveNames.has(permission) || sensitiveNouns.has(noun) || sensitiveVerbs.has(verb);
}

const isScopedToOwn = (permission: string) => permission.endsWith('Own');

/**
 * Whether a role is sensitive by itself. Permissions for own classes have no effect before the account is linked to an
 * employee.
 */
export const isProtected = ({ key, permissions }: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  protectedKeys.has(key) || permissions.some((permission) => isSensitive(permission) && !isScopedToOwn(permission));

/** Whether the role enters marks for a linked employee; such accounts are protected like those with protected roles. */
export const entersMarks = ({ key, permissions }: Pick<RoleRights, 'key' | 'permissions'>): boolean =>
  key === 'teacher' || permissions.some((permission) => isSensitive(permission) && isScopedToOwn(permission));

const isOwner = (actor: Actor, institutionId: number | null | undefined) =>
  institutionId !== null && institutionId !== undefined && Boolean(membershipIn(actor, institutionId)?.isOwner);

/** Adding this role needs a second person's approval, unless an owner adds it. */
export const needsSecondPerson = (actor: Actor, role: RoleRights): boolean =>
  isProtected(role) && !isOwner(actor, role.institutionId);

interface Account {
  id: number;
  roles: RoleRights[];
  institutionIds: number[];
  homeId?: number | null;
}

/**
 * Whether taking over this account needs a second person's approval. The actor's own account needs the password
 * instead. Access to institutions the actor does not belong to is always protected.
 */
export const isAccountProtected = (actor: Actor, account: Account): boolean =>
  account.id !== actor.accountId &&
  !isOwner(actor, account.homeId) &&
  account.roles.some(
    (role) =>
      needsSecondPerson(actor, role) || (role.permissions.length > 0 && !membershipIn(actor, role.institutionId)),
  );

/** The institution whose users approve: one where the actor manages the account, preferably the protected role's. */
export function approvingInstitution(actor: Actor, { roles, institutionIds }: Account): number {
  const managed = institutionIds.filter((id) => can(actor, 'accounts.edit', id));
  const best = roles.find((role) => managed.includes(role.institutionId) && isProtected(role));
  return best?.institutionId ?? managed[0]!;
}
