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

interface Asked {
  institutionId: number;
  /** The actor, or a child of the actor. */
  isOwn: boolean;
}
interface Ruled {
  edit: Permission;
  /** Behind each restricted group. */
  groups: GroupPermissions;
}

/** May the actor hand out all that is kept: it is his own, or he may do so and sees every group himself. */
export const mayHandOver = (actor: Actor, { institutionId, isOwn }: Asked, { groups }: Ruled): boolean =>
  isOwn || [...(['privacy.access'] as const), ...Object.values(groups)].every((one) => can(actor, one, institutionId));

export const mayErase = (actor: Actor, { institutionId }: Asked, { edit }: Ruled): boolean =>
  can(actor, 'privacy.erase', institutionId) && can(actor, edit, institutionId);

/** Whether the page of a person's data has anything for the actor. */
export const mayOpenPrivacy = (actor: Actor, asked: Asked, ruled: Ruled): boolean =>
  mayHandOver(actor, asked, ruled) ||
  mayErase(actor, asked, ruled) ||
  can(actor, 'privacy.readLog', asked.institutionId);
