import type { PermissionWords } from '#kernel/permissions.ts';

export const accountPermissions = {
  'accounts.view': 'See who may sign in and with which role',
  'accounts.edit': 'Invite people, give and take roles, reset passwords, disable accounts',
  'roles.edit': 'Change what each role may do',
  'outbox.view': 'Read messages that wait in the outbox',
} satisfies PermissionWords<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof accountPermissions, true> {}
}

/** Who holds nothing else is not asked for a second factor: guardians, students and staff who only look around. */
export const ordinaryPermissions: ReadonlySet<string> = new Set(['students.viewSelf', 'institutions.view', 'structure.view']);
