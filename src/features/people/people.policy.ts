import { can, type Actor } from '#kernel/actor.ts';
import type { GroupPermissions } from '#kernel/field-groups.ts';
import type { Permission, PermissionWords } from '#kernel/permissions.ts';

/** What concerns people of every kind. */
export const peoplePermissions = {
  'people.merge': 'Merge duplicate records, and unmerge them',
  'privacy.readLog': 'View the access log of health data and religion',
  'privacy.access': 'Export a person’s data',
  'privacy.erase': 'Erase a person’s data, keeping numbers, results and money',
} satisfies PermissionWords<string>;

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
  /** Behind each restricted group. */
  groups: GroupPermissions;
}

/** Own data may be exported, and other people's by actors who see every restricted group of it. */
export const mayExportData = (actor: Actor, { institutionId, isOwn }: Subject, { groups }: Rules): boolean =>
  isOwn || [...(['privacy.access'] as const), ...Object.values(groups)].every((one) => can(actor, one, institutionId));

export const mayErase = (actor: Actor, { institutionId }: Subject, { edit }: Rules): boolean =>
  can(actor, 'privacy.erase', institutionId) && can(actor, edit, institutionId);

/** Whether the page of a person's data shows the actor anything. */
export const mayOpenPrivacy = (actor: Actor, subject: Subject, rules: Rules): boolean =>
  mayExportData(actor, subject, rules) ||
  mayErase(actor, subject, rules) ||
  can(actor, 'privacy.readLog', subject.institutionId);
