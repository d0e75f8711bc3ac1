import { type RefObject, useEffect, useRef } from 'react';

/**
 * A step takes away the button that went to it, or disables it: Next on the last step (4.5), Back on the first, Done
 * before the last. The focus then goes to the main button of the step, if it was in the card and nobody has moved it
 * elsewhere. Returns what to call before the step changes.
 */
export function useFocusInCard(card: RefObject<HTMLElement | null>, at: number): () => void {
  const wasInside = useRef(false);
  useEffect(() => {
    const { activeElement: now, body } = document;
    // Browsers take the focus from a disabled button sooner or later than this.
    const isLost = now === null || now === body || (card.current!.contains(now) && now.matches(':disabled'));
    if (wasInside.current && isLost)
      card.current!.querySelector<HTMLElement>('[data-tour-main]')?.focus({ preventScroll: true });
    wasInside.current = false;
  }, [card, at]);
  return () => void (wasInside.current = card.current!.contains(document.activeElement));
}
