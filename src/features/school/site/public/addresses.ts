import { ownOrigin } from '../own-hosts.ts';
import type { SiteFrame } from './frame.queries.ts';
import type { Place } from './place.ts';

type Site = Pick<SiteFrame, 'slug' | 'hosts'>;

/** Links within a site. A preview stays a preview on every page. */
export function addressesOf(site: Site, place: Place) {
  const base = `/sites/${site.slug}`;
  const at = (path: string) => (place.isPreview ? `${path}${path.includes('?') ? '&' : '?'}preview=1` : path);
  // On another site's host, a site without its own host belongs to the public address.
  const isOwn = site.hosts.includes(new URL(place.origin).hostname);
  const origin = ownOrigin(site.hosts, isOwn ? place.origin : place.app || place.origin);
  const home = place.isFront && !place.isPreview ? '/' : at(base);
  return {
    home,
    news: (page = 1) => at(page > 1 ? `${base}/news?page=${page}` : `${base}/news`),
    post: (slug: string) => at(`${base}/news/${slug}`),
    feed: `${base}/news.atom`,
    page: (slug: string) => at(`${base}/pages/${slug}`),
    programs: (id?: number) => `${at(`${base}/programs`)}${id ? `#program-${id}` : ''}`,
    apply: (programId?: number) => `${base}/apply${programId ? `?program_id=${programId}` : ''}`,
    below: (path: string) => `${base}/${path}`,
    search: `${base}/search`,
    logo: (fileId: number) => at(`${base}/logo?v=${fileId}`),
    /**
     * Where links in messages and on paper lead: the host that the site has of its own, or the product's address. Null
     * while nobody has confirmed either.
     */
    links: place.isConfirmed || site.hosts.length > 0 ? origin : null,
    /** The canonical URL of a page: on the site's own host, if it has one. */
    full: (path: string) => {
      const isHome = path === home || path === base;
      return origin + (isHome && (place.isFront || site.hosts.length) ? '/' : path);
    },
  };
}
export type Addresses = ReturnType<typeof addressesOf>;
