import type { PermissionLabels } from '#kernel/permissions.ts';

export const sitePermissions = {
  'site.edit': 'Edit the public home page, news and pages',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof sitePermissions, true> {}
}
