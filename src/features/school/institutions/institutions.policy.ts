import type { PermissionLabels } from '#kernel/permissions.ts';

export const institutionPermissions = {
  'institutions.view': 'View the institution and its settings',
  'institutions.edit': 'Edit name, colours, numbering, terminology and security settings',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof institutionPermissions, true> {}
}
