import type { Permission } from '#kernel/permissions.ts';

/** Permissions for settings. Their holders can object to a change that an owner makes alone. */
export const settingsPermissions: readonly Permission[] = [
  'accounts.edit',
  'admissions.edit',
  'assessment.edit',
  'customFields.edit',
  'fees.edit',
  'institutions.edit',
  'ledger.edit',
  'lookups.edit',
  'payments.place',
  'payments.settings',
  'pins.edit',
  'roles.edit',
  'sending.settings',
  'site.edit',
  'structure.edit',
];
