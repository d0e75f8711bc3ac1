import type { Page } from 'playwright-core';

/**
 * What a page asks from now on, as 'POST xhr /students'. Left out is what comes by itself while the browser is idle:
 * files of the bundle, and the inbox behind the bell.
 */
export function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets|notifications)\//.test(pathname))
      asked.push(`${request.method()} ${request.resourceType()} ${pathname}`);
  });
  return asked;
}
