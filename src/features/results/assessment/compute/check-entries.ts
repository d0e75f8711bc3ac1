import { ofHundredths, toText } from './fraction.ts';
import type { Component, Entries } from './types.ts';

interface EntryProblem {
  readonly component: string;
  readonly message: string;
}

/**
 * What does not fit the scheme in one student's entries for a course: marks above the maximum, below 0, or between the
 * steps allowed (`step` in hundredths: 100 whole marks, 50 halves), and marks in components that the scheme does not
 * have, which no total would count.
 */
export function checkEntries(entries: Entries, components: readonly Component[], step: number): EntryProblem[] {
  const known = new Map(components.map((component) => [component.key, component]));
  return Object.entries(entries).flatMap(([key, entry]): EntryProblem[] => {
    if (entry === null || entry === undefined) return [];
    const component = known.get(key);
    const message = component
      ? typeof entry === 'number' && wrongMark(entry, component, step)
      : `The scheme has no component '${key}'. Its entry counts nowhere.`;
    return message ? [{ component: key, message }] : [];
  });
}

function wrongMark(mark: number, { name, maximum }: Component, step: number): string | null {
  if (!Number.isSafeInteger(mark)) return `${name}: enter a mark with at most two decimals.`;
  if (mark < 0) return `${name}: a mark can’t be below 0.`;
  if (mark > maximum) return `${name}: ${words(mark)} is above the maximum of ${words(maximum)}.`;
  return mark % step ? `${name}: ${words(mark)} is not a multiple of ${words(step)}.` : null;
}

const words = (hundredths: number) => toText(ofHundredths(hundredths));
