import type { PermissionWords } from '#kernel/permissions.ts';

export const institutionPermissions = {
  'institutions.view': 'See the institution and its settings',
  'institutions.edit': 'Change name, colours, numbering, words and security settings',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof institutionPermissions, true> {}
}
