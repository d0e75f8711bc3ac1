import { isSafeLink } from '../links.ts';

/** A link that is stored, judged again before it is shown; null for none and for what a browser would run. */
export const safeHref = (stored: string | null): string | null => (stored && isSafeLink(stored) ? stored : null);
