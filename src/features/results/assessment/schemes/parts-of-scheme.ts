import type { Component, PartGroup } from '../compute/types.ts';
import { hundredthsOf } from '../hundredths.ts';
import type { SchemeInput } from './scheme-fields.ts';

/** A part as it is computed with. */
export function componentOf(
  { name, maximum, weight, group: wanted }: SchemeInput['components'][number],
  groups: SchemeInput['groups'],
): Omit<Component, 'key'> {
  const counts = weight === null ? undefined : hundredthsOf(weight);
  const group = wanted ? groups.find((one) => isSameName(one.name, wanted)) : undefined;
  return {
    name,
    maximum: hundredthsOf(maximum)!,
    ...(counts !== undefined && { weight: counts }),
    ...(group && { group: { name: group.name, best: group.best } }),
  };
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Each group of parts once. */
export const groupsOf = (components: readonly Component[]): PartGroup[] => [
  ...new Map(components.flatMap(({ group }) => (group ? [[group.name, group] as const] : []))).values(),
];
