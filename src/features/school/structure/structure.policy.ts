import type { PermissionLabels } from '#kernel/permissions.ts';

export const structurePermissions = {
  'structure.view': 'View sessions, programmes, {classes}, {batches} and {courses}',
  'structure.edit': 'Add and edit sessions, programmes, {classes}, {batches} and {courses}',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof structurePermissions, true> {}
}
