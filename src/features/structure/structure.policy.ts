import type { PermissionWords } from '#kernel/permissions.ts';

export const structurePermissions = {
  'structure.view': 'See sessions, programs, {classes}, {batches} and {courses}',
  'structure.edit': 'Create and change sessions, programs, {classes}, {batches} and {courses}',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof structurePermissions, true> {}
}
