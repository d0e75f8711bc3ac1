import type { Actor } from '#kernel/actor.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import type { Field } from './engine/field.ts';
import type { Kind } from './kinds/kind.ts';

/** What a person may bring in is what the person may see: health, religion and private data need their permission. */
export function mayUse(actor: Actor, institutionId: number, { groups }: Kind): (field: Field) => boolean {
  const seen = new Set(groupsSeen(actor, institutionId, groups));
  return ({ group }) => group === undefined || seen.has(group);
}
