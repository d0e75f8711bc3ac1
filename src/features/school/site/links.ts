import { z } from 'zod';
import { isSafeLink } from './is-safe-link.ts';

export const linkWords =
  'Enter a link that begins with https://, mailto: or tel:, or the path of one of your pages that begins with a single “/”.';

/** A link in a form. */
export const link = z.string().trim().max(500, 'The link can have up to 500 characters.').refine(isSafeLink, linkWords);
