import type { Permission } from '#kernel/permissions.ts';
import type {} from '#features/accounts/accounts.policy.ts';
import type {} from '#features/employees/employees.policy.ts';
import type {} from '#features/guardians/guardians.policy.ts';
import type {} from '#features/people/people.policy.ts';
import type {} from '#features/students/students.policy.ts';

/** Whoever holds one of these may be asked for an approval, or ask for one: the menu shows them the page. */
export const approvalPermissions: readonly Permission[] = [
  'accounts.edit',
  'roles.edit',
  'guardians.invite',
  'guardians.edit',
  'students.edit',
  'employees.edit',
  'privacy.erase',
];
