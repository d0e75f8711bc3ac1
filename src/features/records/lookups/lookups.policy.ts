import type { PermissionLabels } from '#kernel/permissions.ts';

export const lookupPermissions = {
  'lookups.edit': 'Edit the lists used in forms: departments, categories and religions',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof lookupPermissions, true> {}
}
