import type { Draft, ResourceKind } from './draft.ts';

/**
 * What the page of somebody’s availability showed, as text that it sends along: a verb that finds something else under its
 * lock refuses, so that nobody undoes a change that they have not seen. Page and verb make the text from the same data.
 */
export const availabilityAsShown = (
  { unavailable, limits }: Pick<Draft, 'unavailable' | 'limits'>,
  of: ResourceKind,
  id: number,
): string =>
  JSON.stringify([
    unavailable.filter((one) => one.of === of && one.id === id),
    limits.filter(({ teacherId }) => of === 'teacher' && teacherId === id),
  ]);
