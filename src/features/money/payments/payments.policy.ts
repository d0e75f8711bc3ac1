import type { PermissionLabels } from '#kernel/permissions.ts';

export const paymentPermissions = {
  'payments.take': 'Take payments at the counter, and open and close their own session',
  'payments.view': 'View all payments',
  'payments.place': 'Identify payments, match bank statements and clear cheques',
  'payments.reverse': 'Request refunds, reversals and moves to a sibling',
  'payments.approve': 'Approve refunds, reversals and moves',
  'payments.approveDay': 'Approve closed cashier sessions',
  'payments.settings': 'Set up payment gateways and virtual accounts',
  'payments.export': 'Export payments',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof paymentPermissions, true> {}
}
