import type { PermissionLabels } from '#kernel/permissions.ts';

export const feePermissions = {
  'fees.view': 'View fees, invoices and all students’ balances',
  'fees.viewSelf': 'View and pay their own fees, or their children’s',
  'fees.edit': 'Set up fees, discounts and fines',
  'fees.bill': 'Bill students: issue, correct and cancel invoices',
  'fees.waive': 'Request waivers and write-offs',
  'fees.approve': 'Approve waivers, write-offs and cancelled invoices',
  'fees.export': 'Export invoices and balances',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof feePermissions, true> {}
}
