import type { PermissionLabels } from '#kernel/permissions.ts';

export const resultPermissions = {
  'results.view': 'View published results of all students',
  'results.viewSelf': 'View their own published results, or their children’s',
  'results.publish': 'Publish approved results',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof resultPermissions, true> {}
}

export const maySeeResults = ['results.view', 'results.viewSelf'] as const;
