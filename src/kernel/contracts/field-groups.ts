import { can, membershipIn, type Actor } from '../actor.ts';
import type { Permission } from '../permissions.ts';

/**
 * What is kept of a person falls into groups, and all but the general one need a permission of their own:
 * health (blood group, genotype), religion, and private (papers; of employees also birth, marriage, home, next of kin).
 */
export const fieldGroups = ['general', 'health', 'religion', 'private'] as const;
export type FieldGroup = (typeof fieldGroups)[number];
export type RestrictedGroup = Exclude<FieldGroup, 'general'>;

export const fieldGroupWords: Record<FieldGroup, string> = {
  general: 'General',
  health: 'Health',
  religion: 'Religion',
  private: 'Private',
};

/** The permission behind each restricted group, as a feature declares it. */
export type GroupPermissions = Record<RestrictedGroup, Permission>;

/** The groups that the actor may see of people in an institution. Of himself and his own he may see all: the caller knows. */
export const groupsSeen = (actor: Actor, institutionId: number, permissions: GroupPermissions): FieldGroup[] =>
  membershipIn(actor, institutionId)
    ? fieldGroups.filter((group) => group === 'general' || can(actor, permissions[group], institutionId))
    : [];

export const restrictedOnly = (groups: readonly FieldGroup[]): RestrictedGroup[] =>
  groups.filter((group): group is RestrictedGroup => group !== 'general');
