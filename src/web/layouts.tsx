import type { Page } from '@inertiajs/core';
import type { PageComponent } from './page-in-layout.tsx';

type FrameName = 'site' | 'public';

// Each is a separate file in the bundle: visitors do not load the menus of signed-in users.
const sources: Record<FrameName, () => Promise<PageComponent>> = {
  site: async () => (await import('./layouts/site-frame.tsx')).SiteFrame as PageComponent,
  public: async () => (await import('./layouts/public-frame.tsx')).PublicFrame as PageComponent,
};
const frames = new Map<FrameName, PageComponent>();

/** The site frame for signed-in users, the small one for others. */
const frameOf = (page: Page): FrameName => (page.props['shell'] ? 'site' : 'public');

/** Loads the frame around a page, before the page renders. */
export async function loadFrame(page: Page): Promise<void> {
  const name = frameOf(page);
  if (!frames.has(name)) frames.set(name, await sources[name]());
}

/** The frame around a page. */
export const layoutFor = (page: Page) => frames.get(frameOf(page))!;
