import { can, membershipIn, type Actor } from '../actor.ts';
import type { Permission } from '../permissions.ts';

/**
 * Data about a person belongs to groups, and all but the general one need a permission: health (blood group, genotype),
 * religion, and private (documents; for employees also birth, marriage, home, next of kin).
 */
export const fieldGroups = ['general', 'health', 'religion', 'private'] as const;
export type FieldGroup = (typeof fieldGroups)[number];
export type RestrictedGroup = Exclude<FieldGroup, 'general'>;

export const fieldGroupLabels: Record<FieldGroup, string> = {
  general: 'General',
  health: 'Health',
  religion: 'Religion',
  private: 'Private',
};

/** The permission behind each restricted group, as a feature declares it. */
export type GroupPermissions = Record<RestrictedGroup, Permission>;

/**
 * The groups that the actor can see of people in an institution. The caller adds people's own data and that of their
 * children.
 */
export const groupsSeen = (actor: Actor, institutionId: number, permissions: GroupPermissions): FieldGroup[] =>
  membershipIn(actor, institutionId)
    ? fieldGroups.filter((group) => group === 'general' || can(actor, permissions[group], institutionId))
    : [];

export const restrictedOnly = (groups: readonly FieldGroup[]): RestrictedGroup[] =>
  groups.filter((group): group is RestrictedGroup => group !== 'general');
