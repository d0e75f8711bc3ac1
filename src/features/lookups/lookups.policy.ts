import type { PermissionWords } from '#kernel/permissions.ts';

export const lookupPermissions = {
  'lookups.edit': 'Change the lists that forms offer: departments, categories, religions …',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof lookupPermissions, true> {}
}
