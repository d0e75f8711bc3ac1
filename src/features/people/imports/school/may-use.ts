import { can, type Actor } from '#kernel/actor.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import type { Field } from '../engine/field.ts';
import type { Kind } from '../kinds/kind.ts';

/** Users can import only fields they can see: health, religion and private data need a permission each. */
export function mayUse(actor: Actor, institutionId: number, { groups }: Kind): (field: Field) => boolean {
  const seen = new Set(groupsSeen(actor, institutionId, groups));
  return ({ group, needs = [] }) =>
    (group === undefined || seen.has(group)) && needs.every((permission) => can(actor, permission, institutionId));
}
