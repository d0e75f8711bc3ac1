import { z } from 'zod';
import { Conflict } from '#kernel/errors.ts';

/** What the page showed when it was opened: the text of as-shown.ts. */
export const asShown = z.string('Reload the page and try again.').max(200_000).default('');

/** Refuses to write over what somebody else has saved since the form was opened. */
export function refuseNewer(shown: string, now: string): void {
  if (shown !== now)
    throw new Conflict('Somebody else has changed this while you had it open. Open it again to see it as it is now.');
}
