import type { PermissionLabels } from '#kernel/permissions.ts';

export const sendingPermissions = {
  'sending.settings': 'Set up providers, prices and quiet hours for SMS and e-mail',
  'sending.overspend': 'Send messages that the balance or the budget doesn’t cover',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof sendingPermissions, true> {}
}
