import type { PermissionLabels } from '#kernel/permissions.ts';

export const admissionPermissions = {
  'admissions.view': 'View applications',
  'admissions.review': 'Review applications: notes, tasks, examination seats and marks',
  'admissions.decide': 'Decide on applications: cut-offs, offers, waiting list, rejections',
  'admissions.admit': 'Admit applicants as students',
  'admissions.edit': 'Set up intakes: dates, forms, fees, letters',
  'admissions.export': 'Export applications',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof admissionPermissions, true> {}
}
