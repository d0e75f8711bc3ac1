import { z } from 'zod';

/**
 * Whether a link that an editor typed may stand on a public page: the web, mail, telephone, or a path of ours. Control
 * characters and backslashes are left out because browsers read '/\evil' and '/<tab>/evil' as another host.
 */
export function isSafeLink(href: string): boolean {
  if (/[\p{Cc}\p{Zs}\\]/u.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  if (/^(mailto|tel):[^/]+$/i.test(href)) return true;
  return /^https?:\/\/[^/]/i.test(href) && URL.canParse(href);
}

export const linkWords =
  'Give an address that begins with https://, mailto: or tel:, or a page of yours that begins with one “/”.';

/** A link in a form. */
export const link = z
  .string()
  .trim()
  .max(500, 'The link may have at most 500 characters.')
  .refine(isSafeLink, linkWords);
