import { useEffect } from 'react';

const lookEvery = 4000;

/** Looks every few seconds while the page is in sight, and when its window is used again. */
export function useLookAgain(look: () => Promise<void>): void {
  useEffect(() => {
    const again = () => void (document.visibilityState === 'visible' && look());
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
  }, [look]);
}
