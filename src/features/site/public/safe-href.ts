/**
 * An address that an editor typed, as a link may carry it: of ours or of the web, mail or telephone. Null for
 * everything else, above all for what a browser would run.
 */
export function safeHref(typed: string | null | undefined): string | null {
  const href = (typed ?? '').trim();
  if (/[\p{Cc}\\]/u.test(href)) return null;
  if (/^(#|\/(?!\/))/.test(href)) return href;
  if (/^(mailto:|tel:)[^\s]+$/i.test(href)) return href;
  if (!/^https?:\/\//i.test(href)) return null;
  return URL.canParse(href) ? href : null;
}
