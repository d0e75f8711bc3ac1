import type { PermissionWords } from '#kernel/permissions.ts';

/** Among the permissions of fees: who sees these sees who is held. */
export const holdPermissions = {
  'fees.holds': 'Set up holds and lift them for students',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof holdPermissions, true> {}
}
