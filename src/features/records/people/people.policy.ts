import { can, type Actor } from '#kernel/actor.ts';
import type { GroupPermissions } from '#kernel/contracts/field-groups.ts';
import type { Permission, PermissionLabels } from '#kernel/permissions.ts';

/** Permissions for all kinds of people. */
export const peoplePermissions = {
  'people.merge': 'Merge duplicate records, and unmerge them',
  'privacy.readLog': 'View the access log of health data and religion',
  'privacy.access': 'Export a person’s data',
  'privacy.erase': 'Erase a person’s data, keeping numbers, results and money',
} satisfies PermissionLabels<string>;

declare module '#kernel/permissions.ts' {
  interface Permissions extends Record<keyof typeof peoplePermissions, true> {}
}

interface Subject {
  institutionId: number;
  /** The actor, or a child of the actor. */
  isOwn: boolean;
}
interface Rules {
  edit: Permission;
  /** The permission for each restricted group. */
  groups: GroupPermissions;
}

/** Users can export their own data, and other people's if they can see every restricted group of it. */
export const mayExportData = (actor: Actor, { institutionId, isOwn }: Subject, { groups }: Rules): boolean =>
  isOwn || [...(['privacy.access'] as const), ...Object.values(groups)].every((one) => can(actor, one, institutionId));

export const mayErase = (actor: Actor, { institutionId }: Subject, { edit }: Rules): boolean =>
  can(actor, 'privacy.erase', institutionId) && can(actor, edit, institutionId);

/** Whether the actor can use the page of a person's data. */
export const mayOpenPrivacy = (actor: Actor, subject: Subject, rules: Rules): boolean =>
  mayExportData(actor, subject, rules) ||
  mayErase(actor, subject, rules) ||
  can(actor, 'privacy.readLog', subject.institutionId);
