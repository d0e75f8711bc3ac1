const asked = new Set<string>();

/**
 * Has the browser fetch a file that the next page needs, at its lowest priority. Not by `rel=prefetch`: Firefox judges
 * that by the content policy's `default-src`, which is 'none', whatever kind of file it is.
 */
export function prefetch(href: string): void {
  if (asked.has(href)) return;
  asked.add(href);
  // Read to its end: a browser keeps whole answers only. Without it the next page fetches the file itself.
  fetch(href, { priority: 'low' })
    .then((answer) => answer.arrayBuffer())
    .catch(() => asked.delete(href));
}
