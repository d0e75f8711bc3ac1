import { useCallback, useSyncExternalStore } from 'react';
import { SIDE_NAVIGATION_MIN_WIDTH } from '../plain/constants.ts';

/** Phones and narrow windows (4.8, 9.15), not print. Style sheets repeat `max-width: 766px`. */
export const NARROW = `screen and (max-width: ${SIDE_NAVIGATION_MIN_WIDTH - 1}px)`;

let isNarrow = false;
/** On the server, which draws a first view and knows only whether it is for a phone. */
export const narrowWindows = (value: boolean): void => void (isNarrow = value);

/** Whether a media query matches. */
export function useMedia(query: string) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => isNarrow && query === NARROW,
  );
}
