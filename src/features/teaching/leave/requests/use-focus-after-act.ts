import { useEffect, useRef } from 'react';

/** The time that a dialog takes to close once its form is saved. */
const closingTakes = 100;

/** The button of an act is gone once it is done: the keyboard goes on at the title instead of the start of the page. */
export function useFocusAfterAct(state: string): void {
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return undefined;
    seen.current = state;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    }, closingTakes);
    return () => clearTimeout(timer);
  }, [state]);
}
