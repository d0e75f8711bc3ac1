import type { PermissionLabels } from '#kernel/permissions.ts';

export const customFieldPermissions = {
  'customFields.edit': 'Add and edit custom fields for students, guardians and employees',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof customFieldPermissions, true> {}
}
