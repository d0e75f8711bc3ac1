import { clockDay } from '#ui/plain/clock-text.ts';
import type { Addresses } from './addresses.ts';
import type { SiteFrame } from './frame.queries.ts';
import { html, type Markup, type Piece } from './html.ts';
import { icon } from './icons.ts';
import { mark } from './motifs.ts';
import type { Place } from './place.ts';
import type { Drawn } from './document.ts';

export function header({ site, to, place }: Drawn, path: string | null): Markup {
  if (place.isAlone)
    return html`<header class="top">
      <div class="wide bar"><span class="brand">${nameOf(site, mark(44))}</span></div>
    </header>`;
  const logo = site.logoFileId
    ? html`<img src="${to.logo(site.logoFileId)}" alt="" width="44" height="44" />`
    : mark(44);
  return html`<header class="top">
    <div class="wide bar">
      <a class="brand" href="${to.home}">${nameOf(site, logo)}</a>
      <a class="tool search-toggle" href="${to.search}" aria-label="Search" data-toggle="site-search"
        >${icon('search')}</a
      >
      <a class="tool menu-toggle" href="#site-map" aria-label="Menu" data-toggle="site-menu">${icon('menu-2')}</a>
      ${searchForm(to, 'site-search', place)}
      <a class="button" href="${place.isSignedIn ? '/' : `${place.app}/sign-in`}"
        >${place.isSignedIn ? 'Open Akada' : 'Sign in'}</a
      >
    </div>
    <div class="wide below">
      <nav id="site-menu" class="menu" aria-label="Pages">${menuLinks(site, to, path, inHeader)}</nav>
      <time class="clock" data-clock="${site.timeZone}">${clockDay(new Date(), site.timeZone)}</time>
    </div>
  </header>`;
}

const nameOf = ({ motto, name, shortName }: SiteFrame, logo: Markup): Markup =>
  html`${logo}<span
      ><b class="long">${name}</b><b class="short">${shortName}</b>${motto && html`<small>${motto}</small>`}</span
    >`;

/** The number of pages that fit in the header; the footer lists all. */
const inHeader = 12;

export function menuLinks(site: SiteFrame, to: Addresses, path: string | null = null, most = Infinity): Piece {
  const entry = (href: string, title: string) =>
    html`<li><a href="${href}" ${currentAt(href, path, to)}>${title}</a></li>`;
  return html`<ul>
    ${entry(to.home, 'Home')} ${entry(to.news(), 'News')} ${entry(to.programs(), 'Programmes')}
    ${site.links.map(({ label, path: below }) => entry(to.below(below), label))}
    ${site.menu.slice(0, most).map(({ slug, title }) => entry(to.page(slug), title))}
    ${site.menu.length > most && html`<li><a href="#site-map">More pages</a></li>`}
  </ul>`;
}

/** Marks the menu entry of the current page or of its list. */
function currentAt(href: string, path: string | null, to: Addresses): Markup | null {
  if (path === href) return html`aria-current="page"`;
  const [above, below] = [href, path ?? ''].map((address) => address.split('?')[0]!);
  return href !== to.home && (below === above || below!.startsWith(`${above}/`)) ? html`aria-current="true"` : null;
}

/** 4.21: in the header from 1151 pixels; below that an icon opens it. */
export const searchForm = (to: Addresses, id: string, place: Place, typed = ''): Markup =>
  html`<form
    id="${id}"
    class="search ${id}"
    role="search"
    aria-label="${id === 'site-search' ? 'Site' : 'Search again'}"
    action="${to.search}"
  >
    <label class="visually-hidden" for="${id}-q">Search news, programmes and pages</label>
    <input
      id="${id}-q"
      type="search"
      name="q"
      value="${typed}"
      maxlength="100"
      placeholder="Search"
      autocomplete="off"
      required
    />
    ${place.isPreview && html`<input type="hidden" name="preview" value="1" />`}
    <button aria-label="Find">${icon('search', 18)}</button>
  </form>`;
