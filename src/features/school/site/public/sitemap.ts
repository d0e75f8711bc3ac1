import { addressesOf } from './addresses.ts';
import type { SiteFrame } from './frame.queries.ts';
import { xml } from './xml.ts';
import type { Place } from './place.ts';

export interface Mapped {
  site: SiteFrame;
  place: Place;
  posts: { slug: string; updatedAt: Date }[];
  pages: { slug: string; updatedAt: Date }[];
}

/** Every public URL of the sites at this origin. */
export function sitemap(sites: Mapped[]): string {
  const entries = sites.flatMap(({ site, place, posts, pages }) => {
    const to = addressesOf(site, place);
    const all = [
      { path: to.home },
      { path: to.news() },
      { path: to.programs() },
      ...pages.map(({ slug, updatedAt }) => ({ path: to.page(slug), updatedAt })),
      ...posts.map(({ slug, updatedAt }) => ({ path: to.post(slug), updatedAt })),
    ];
    return all
      .map(({ path, ...rest }) => ({ address: to.full(path), ...rest }))
      .filter(({ address }) => address.startsWith(`${place.origin}/`));
  });
  return xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map(
  (
    entry,
  ) => xml`<url><loc>${entry.address}</loc>${'updatedAt' in entry && xml`<lastmod>${(entry.updatedAt as Date).toISOString()}</lastmod>`}</url>
`,
)}</urlset>
`.text;
}
