import type { PermissionWords } from '#kernel/permissions.ts';

/*
 * Neither shows anybody more than before: a dashlet counts what its viewer can see, whoever made it. A role's
 * arrangement decides what its members find first, and its custom dashlets' names are words that they read.
 */
export const dashletPermissions = {
  'dashlets.create': 'Add dashlets, and arrange their own',
  'dashlets.arrange': 'Arrange the dashlets of each role',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof dashletPermissions, true> {}
}
