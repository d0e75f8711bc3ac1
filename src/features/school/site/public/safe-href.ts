import { isSafeLink } from '../site-fields.ts';

/** A stored link, checked again before it is shown; null if absent or unsafe. */
export const safeHref = (stored: string | null): string | null => (stored && isSafeLink(stored) ? stored : null);
