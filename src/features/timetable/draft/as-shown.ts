import type { Draft, ResourceKind } from './draft.ts';

/*
 * What a form showed when it was opened, as text that it sends along: a verb that finds something else under its lock
 * refuses, so that nobody undoes a change that they have not seen. The page and the verb make the text from the same data.
 */

export const patternAsShown = (pattern: { name: string; bells: readonly object[] }): string =>
  JSON.stringify([pattern.name, pattern.bells]);

export const daysAsShown = (patterns: readonly { id: number; weekdays: number[] }[]): string =>
  JSON.stringify(patterns.map(({ id, weekdays }) => [id, weekdays]));

export const setAsShown = ({ sets, lessons }: Pick<Draft, 'sets' | 'lessons'>, setId: number): string =>
  JSON.stringify([
    sets.find(({ id }) => id === setId),
    lessons
      .filter((lesson) => lesson.setId === setId)
      .map(({ length }) => length)
      .toSorted(),
  ]);

export const availabilityAsShown = (
  { unavailable, limits }: Pick<Draft, 'unavailable' | 'limits'>,
  of: ResourceKind,
  id: number,
): string =>
  JSON.stringify([
    unavailable.filter((one) => one.of === of && one.id === id),
    limits.filter(({ teacherId }) => of === 'teacher' && teacherId === id),
  ]);
