/** Has the browser fetch a file that the next page needs, at its lowest priority. */
export function prefetch(href: string): void {
  const as = href.endsWith('.css') ? 'style' : href.endsWith('.woff2') ? 'font' : 'script';
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as, href }));
}
