import type { Browser, BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { startReachableSchool, startSchool } from '#test/harness/app.ts';
import type { Reachable } from '#test/harness/shared-app.ts';
import { releaseCookie } from '#web/preview/release-cookie.ts';
import { readAssets } from '#web/assets.ts';
import { withGallery } from '#test/gallery/with-gallery.ts';
import { openWindow, type WindowOptions } from './window.ts';

/** The whole product with its real bundle, listening, over a database of its own with the named school in it. */
export async function openProduct({ jobs = false } = {}) {
  const product = () => ({ product: withGallery(), assets: readAssets(inject('bundle')) });
  const school = await (jobs ? withJobs(product()) : startReachableSchool(product));
  const { url } = school;
  return {
    ...school,
    /** A window in which this person is signed in, or nobody. */
    async window(browser: Browser, username?: string, options: WindowOptions = {}): Promise<BrowserContext> {
      // A service worker would stand between a test and the requests that it watches.
      const context = await openWindow(browser, { baseURL: url, serviceWorkers: 'block', ...options });
      const cookies = username ? (await school.as(username)).cookies : {};
      // A first view would stand where a test looks, before the page that it is for.
      if (!options.isNew)
        await context.addCookies([{ name: releaseCookie, value: school.services.assets.version, url }]);
      await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
      return context;
    },
    async close() {
      school.app.server.closeAllConnections();
      await school.close();
    },
  };
}

async function withJobs(product: Reachable) {
  const school = await startSchool({ ...product, jobs: true });
  return { ...school, url: await school.app.listen({ port: 0, host: '127.0.0.1' }) };
}
