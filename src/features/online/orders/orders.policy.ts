import type { PermissionWords } from '#kernel/permissions.ts';

export const orderPermissions = {
  'orders.view': 'View orders and pin transactions',
  'orders.export': 'Export pin transactions',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof orderPermissions, true> {}
}
