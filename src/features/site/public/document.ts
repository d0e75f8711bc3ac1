import { clockDay, clockIn } from '#ui/plain/clock-text.ts';
import type { Addresses } from './addresses.ts';
import type { SiteFrame } from './frame.queries.ts';
import { html, jsonScript, trusted, type Markup, type Piece } from './html.ts';
import { icon } from './icons.ts';
import { colours } from './look.ts';
import { cloth, mark } from './motifs.ts';
import { phoneLink } from './phone-link.ts';
import type { Place } from './place.ts';

export interface Content {
  /** The title without the school's name; null on the home page. */
  title: string | null;
  description: string;
  /** Null for pages that search engines must not index. */
  path: string | null;
  body: Markup;
  /** URL of the picture for link previews. */
  picture?: string | null;
  kind?: 'website' | 'article';
  facts?: object;
  /** The text of the preview banner. */
  notice?: string | null;
}

export interface Drawn {
  site: SiteFrame;
  place: Place;
  to: Addresses;
}

/** Links in the page's head. */
export interface Parts {
  styles: string;
  scripts: string[];
  /** Tags that make the app installable. */
  app: string;
}

/** A complete public page. It holds nothing personal; personal data is fetched on demand. */
export function documentOf(drawn: Drawn, content: Content, { styles, scripts, app }: Parts): string {
  const { site, place } = drawn;
  const notice = content.notice ?? (site.isPublished ? null : 'this site is not published');
  return html`<!doctype html>
    <html lang="en" style="${colours(site.accent)}">
      <head>
        ${head(drawn, content)} ${trusted(app)} ${trusted(`<style>${styles}</style>`)}
        ${scripts.map((file) => html`<script type="module" src="/assets/${file}"></script>`)}
      </head>
      <body id="top">
        <a class="skip" href="#main">Skip to content</a>
        ${place.isPreview && html`<p class="preview" role="note">Preview: ${notice ?? 'as visitors see it'}</p>`}
        ${header(drawn, content.path)}
        <main id="main" tabindex="-1">${content.body}</main>
        ${footer(drawn)}
        <a class="to-top" href="#top" aria-label="Back to top" data-to-top>${icon('arrow-up')}</a>
      </body>
    </html>`.text;
}

function head({ site, to, place }: Drawn, content: Content): Markup {
  const title = content.title
    ? `${content.title} · ${site.name}`
    : site.headline
      ? `${site.name} · ${site.headline}`
      : site.name;
  const isListed = content.path !== null && site.isPublished && !place.isPreview;
  const address = isListed ? to.full(content.path!) : null;
  const picture = content.picture ? new URL(content.picture, to.full('/')).href : null;
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${content.description}" />
    <meta name="csrf-token" content="" />
    <meta name="color-scheme" content="light dark" />
    ${address ? html`<link rel="canonical" href="${address}" />` : html`<meta name="robots" content="noindex" />`}
    <link rel="alternate" type="application/atom+xml" title="News of ${site.name}" href="${to.feed}" />
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${content.title ?? site.name}" />
    <meta property="og:description" content="${content.description}" />
    <meta property="og:type" content="${content.kind ?? 'website'}" />
    ${address && html`<meta property="og:url" content="${address}" />`}
    ${picture && html`<meta property="og:image" content="${picture}" />`}
    <meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />
    ${content.facts && jsonScript('application/ld+json', { '@context': 'https://schema.org', ...content.facts })}`;
}

function header({ site, to, place }: Drawn, path: string | null): Markup {
  return html`<header class="top">
    <div class="wide bar">
      <a class="brand" href="${to.home}">
        ${site.logoFileId ? html`<img src="${to.logo(site.logoFileId)}" alt="" width="44" height="44" />` : mark(44)}
        <span
          ><b class="long">${site.name}</b
          ><b class="short">${site.shortName}</b>${site.motto && html`<small>${site.motto}</small>`}</span
        >
      </a>
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

/** The number of pages that fit in the header; the footer lists all. */
const inHeader = 12;

function menuLinks(site: SiteFrame, to: Addresses, path: string | null = null, most = Infinity): Piece {
  const entry = (href: string, title: string) =>
    html`<li><a href="${href}" ${currentAt(href, path, to)}>${title}</a></li>`;
  return html`<ul>
    ${entry(to.home, 'Home')} ${entry(to.news(), 'News')} ${entry(to.programs(), 'Programmes')}
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

function footer({ site, to, place }: Drawn): Markup {
  const where = [site.address, site.city].filter(Boolean).join(', ');
  return html`<footer class="foot">
    ${cloth('foot-cloth')}
    <div class="wide columns">
      <section aria-labelledby="foot-name">
        <h2 id="foot-name">${site.name}</h2>
        ${site.motto && html`<p class="motto">${site.motto}</p>`}
        <address>
          ${where && html`<p>${icon('map-pin', 18)} ${where}</p>`}
          ${site.phone && html`<p>${icon('phone', 18)} ${phoneLink(site.phone)}</p>`}
          ${site.email && html`<p>${icon('mail', 18)} <a href="mailto:${site.email}">${site.email}</a></p>`}
        </address>
      </section>
      <nav id="site-map" aria-label="All pages" tabindex="-1">
        <h2>Pages</h2>
        ${menuLinks(site, to)}
      </nav>
      <section aria-labelledby="foot-more">
        <h2 id="foot-more">Stay in touch</h2>
        <ul>
          <li><a href="${to.feed}">${icon('rss', 18)} News feed</a></li>
          <li><a href="${to.search}">${icon('search', 18)} Search</a></li>
          <li>
            <a href="${place.isSignedIn ? '/' : `${place.app}/sign-in`}"
              >${icon('login-2', 18)} ${place.isSignedIn ? 'Open Akada' : 'Sign in'}</a
            >
          </li>
        </ul>
      </section>
    </div>
    <p class="wide small">© ${clockIn(site.timeZone)(new Date()).year} ${site.name} · made with Akada</p>
  </footer>`;
}
