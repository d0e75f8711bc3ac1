/** Whether a typed link is safe on a public page: web, mail, telephone or one of our paths. Control characters and backslashes are refused because browsers read '/\evil' and '/<tab>/evil' as another host. */
export function isSafeLink(href: string): boolean {
  if (/[\p{Cc}\p{Zs}\\]/u.test(href)) return false;
  if (/^\/(?!\/)/.test(href)) return true;
  if (/^(mailto|tel):[^/]+$/i.test(href)) return true;
  return /^https?:\/\/[^/]/i.test(href) && URL.canParse(href);
}
