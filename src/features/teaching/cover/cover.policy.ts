import type { PermissionLabels } from '#kernel/permissions.ts';

export const coverPermissions = {
  'cover.view': 'View cover for lessons of absent teachers',
  'cover.edit': 'Assign lessons of absent teachers to others',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof coverPermissions, true> {}
}

export const maySeeCover = ['cover.view', 'cover.edit'] as const;
