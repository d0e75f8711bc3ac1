import { clockIn } from '#ui/plain/clock-text.ts';
import type { Addresses } from './addresses.ts';
import type { SiteFrame } from './frame.queries.ts';
import { html, jsonScript, trusted, type Markup } from './html.ts';
import { icon } from './icons.ts';
import { colours } from './look.ts';
import { cloth } from './motifs.ts';
import { phoneLink } from './phone-link.ts';
import type { Place } from './place.ts';
import { header, menuLinks } from './site-header.ts';

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
    ${!place.isAlone && html`<link rel="alternate" type="application/atom+xml" title="News of ${site.name}" href="${to.feed}" />`}
    <meta property="og:site_name" content="${site.name}" />
    <meta property="og:title" content="${content.title ?? site.name}" />
    <meta property="og:description" content="${content.description}" />
    <meta property="og:type" content="${content.kind ?? 'website'}" />
    ${address && html`<meta property="og:url" content="${address}" />`}
    ${picture && html`<meta property="og:image" content="${picture}" />`}
    <meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />
    ${content.facts && jsonScript('application/ld+json', { '@context': 'https://schema.org', ...content.facts })}`;
}

function footer(drawn: Drawn): Markup {
  const { site, to, place } = drawn;
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
      ${
        !place.isAlone &&
        html`<nav id="site-map" aria-label="All pages" tabindex="-1">
          <h2>Pages</h2>
          ${menuLinks(site, to)}
        </nav>`
      }
      ${!place.isAlone && stayInTouch(drawn)}
    </div>
    <p class="wide small">© ${clockIn(site.timeZone)(new Date()).year} ${site.name} · made with Akada</p>
  </footer>`;
}

const stayInTouch = ({ to, place }: Drawn): Markup =>
  html`<section aria-labelledby="foot-more">
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
  </section>`;
