import type { PermissionLabels } from '#kernel/permissions.ts';

export const ledgerPermissions = {
  'ledger.view': 'View the journal, accounts and trial balance',
  'ledger.edit': 'Add and edit accounts, and prepare journal entries',
  'ledger.approve': 'Approve journal entries and reopened periods',
  'ledger.close': 'Close accounting periods, and request to reopen them',
  'ledger.export': 'Export the books',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof ledgerPermissions, true> {}
}
