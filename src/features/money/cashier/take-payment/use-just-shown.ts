import { useEffect, useRef } from 'react';

/** The 700 ms after something was shown, in which an Enter can only be a second press of the one that opened it. */
export function useJustShown(shown: unknown) {
  const until = useRef(Infinity);
  useEffect(() => void (until.current = performance.now() + 700), [shown]);
  return { isNow: () => performance.now() < until.current, end: () => void (until.current = 0) };
}
