import type { PermissionLabels } from '#kernel/permissions.ts';

/*
 * Neither permission shows more data: a dashlet counts what its viewer can see. Arranging for a role decides what its
 * members see first, including the names of its custom dashlets.
 */
export const dashletPermissions = {
  'dashlets.create': 'Add cards, and arrange their own',
  'dashlets.arrange': 'Arrange the cards of each role',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof dashletPermissions, true> {}
}
