import { BACK_TO_TOP_THRESHOLD } from './constants.ts';

/** 4.9, 9.15: sets data-shown on the link once scrolled more than 200 pixels. */
export function showPastThreshold(link: HTMLElement): () => void {
  const look = () => void link.toggleAttribute('data-shown', scrollY > BACK_TO_TOP_THRESHOLD);
  look();
  addEventListener('scroll', look, { passive: true });
  return () => removeEventListener('scroll', look);
}
