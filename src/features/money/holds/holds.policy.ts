import type { PermissionLabels } from '#kernel/permissions.ts';

/**
 * Among the permissions of fees. Everyone who sees fees also sees holds; with `viewClearance` alone, an examinations
 * officer learns who is held of the students they can see, but not what anybody owes.
 */
export const holdPermissions = {
  'fees.holds': 'Set up holds and lift them for students',
  'fees.viewClearance': 'View and print clearance lists, without amounts',
} satisfies PermissionLabels<string>;

export const maySeeClearance = ['fees.view', 'fees.viewClearance'] as const;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof holdPermissions, true> {}
}
