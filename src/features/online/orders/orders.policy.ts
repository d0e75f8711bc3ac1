import type { PermissionLabels } from '#kernel/permissions.ts';

export const orderPermissions = {
  'orders.view': 'View orders and pin transactions',
  'orders.export': 'Export pin transactions',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof orderPermissions, true> {}
}
