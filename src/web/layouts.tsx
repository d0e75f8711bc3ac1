import type { Page } from '@inertiajs/core';
import type { ResolvedComponent } from '@inertiajs/react';

type FrameName = 'site' | 'public';

// Each is its own file in the bundle: who is not signed in does not load the site's menus.
const sources: Record<FrameName, () => Promise<ResolvedComponent>> = {
  site: async () => (await import('./layouts/site-frame.tsx')).SiteFrame as ResolvedComponent,
  public: async () => (await import('./layouts/public-frame.tsx')).PublicFrame as ResolvedComponent,
};
const frames = new Map<FrameName, ResolvedComponent>();

/** The site's frame for who is signed in, the small one for everybody else. */
const frameOf = (page: Page): FrameName => (page.props['shell'] ? 'site' : 'public');

/** Fetches the frame around a page; before the page is drawn. */
export async function loadFrame(page: Page): Promise<void> {
  const name = frameOf(page);
  if (!frames.has(name)) frames.set(name, await sources[name]());
}

/** The frame around a page. */
export const layoutFor = (_name: string, page: Page) => frames.get(frameOf(page))!;
