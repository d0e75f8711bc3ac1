import type { PermissionWords } from '#kernel/permissions.ts';

export const ledgerPermissions = {
  'ledger.view': 'View the journal, accounts and trial balance',
  'ledger.edit': 'Add and edit accounts, and post journal entries',
  'ledger.close': 'Close and reopen accounting periods',
  'ledger.export': 'Export the books',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof ledgerPermissions, true> {}
}
