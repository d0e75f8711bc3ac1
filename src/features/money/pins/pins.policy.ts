import type { PermissionLabels } from '#kernel/permissions.ts';

export const pinPermissions = {
  'pins.view': 'View pins, their stock and their use',
  'pins.edit': 'Set up types of pins and their sellers',
  'pins.make': 'Make batches of pins and print their sheets',
  'pins.handOver': 'Hand printed pins to sellers and take them back',
  'pins.void': 'Void, replace and extend pins',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof pinPermissions, true> {}
}
