import type { PermissionLabels } from '#kernel/permissions.ts';

export const registrationPermissions = {
  'registration.manage': 'Set up course registration, and approve all registrations',
  'registration.approveOwn': 'Approve course registrations of their own {batches}',
  'registration.registerSelf': 'Register for their own {courses}',
} satisfies PermissionLabels<string>;

/** Who sees registrations of others. */
export const maySeeRegistrations = ['registration.manage', 'registration.approveOwn'] as const;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof registrationPermissions, true> {}
}
