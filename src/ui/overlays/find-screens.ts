import { rankOf, UNFIT } from '../fields/choices/choices.ts';
import type { Entry } from './palette-row.tsx';

export interface Screen {
  label: string;
  href: string;
  /** Its group in the menu. */
  group?: string;
}

const RECENT = 'akada.recent';

export const recentEntries = (): Entry[] => {
  try {
    return JSON.parse(sessionStorage.getItem(RECENT) ?? '[]') as Entry[];
  } catch {
    return [];
  }
};

export const remember = (entry: Entry) => {
  const list = [{ ...entry, kind: 'recent' as const }, ...recentEntries().filter((e) => e.href !== entry.href)].slice(
    0,
    5,
  );
  try {
    sessionStorage.setItem(RECENT, JSON.stringify(list));
  } catch {
    // Only the list of recent pages is lost.
  }
};

/** Matching screens, best first; screens that match only by group come last. */
export function findScreens(screens: Screen[], q: string): Screen[] {
  const rank = ({ label, group = '' }: Screen) => {
    const own = rankOf(label, q);
    return own < UNFIT ? own : UNFIT + rankOf(`${group} ${label}`, q);
  };
  return screens.filter((one) => rank(one) < 2 * UNFIT).toSorted((one, other) => rank(one) - rank(other));
}
