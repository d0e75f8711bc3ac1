import type { PermissionWords } from '#kernel/permissions.ts';

/** What concerns people of every kind. */
export const peoplePermissions = {
  'people.merge': 'Make one record of two of the same person, and take it back',
  'privacy.readLog': 'See who looked at health and religion',
  'privacy.access': 'Hand a person all that is kept of him or her',
  'privacy.erase': 'Erase a person’s data, keeping numbers, results and money',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof peoplePermissions, true> {}
}
