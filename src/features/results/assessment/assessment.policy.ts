import type { PermissionLabels } from '#kernel/permissions.ts';
import { can, type Actor } from '#kernel/actor.ts';

export const assessmentPermissions = {
  'assessment.view': 'View grading scales and assessment schemes',
  'assessment.edit': 'Set up grading scales and assessment schemes',
  'marks.viewOwn': 'View marks of their own {batches} and {courses}',
  'marks.enterOwn': 'Enter marks in their own {courses}, and attendance and remarks of their own {batches}',
  'marks.view': 'View all marks',
  'marks.enter': 'Enter all marks, attendance and remarks',
  'marks.open': 'Open, lock and reopen the entry of marks',
  'marks.approve': 'Approve marks, and write the principal’s remarks',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof assessmentPermissions, true> {}
}

/** Whether the actor sees the own page of a sheet of marks. */
export const canOpenSheet = (actor: Actor, { institutionId }: { institutionId: number }): boolean =>
  (['marks.view', 'marks.open', 'marks.approve'] as const).some((permission) => can(actor, permission, institutionId));
