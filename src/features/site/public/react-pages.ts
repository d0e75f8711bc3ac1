import type { FastifyReply, FastifyRequest } from 'fastify';
import { appTags } from '#kernel/app-tags.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { App } from '#web/routes.ts';
import { addressesOf, type Addresses } from './addresses.ts';
import { cacheFor } from './cache.ts';
import { documentOf } from './document.ts';
import { siteFrame, type SiteFrame } from './frame.queries.ts';
import { html, jsonScript, trusted } from './html.ts';
import { lookOf, policyAt, type Look } from './look.ts';
import { pageTitle } from './page-title.ts';
import type { Place } from './place.ts';
import { visits } from './visit.ts';

/** Where a visitor is, with the frame of the site. */
export interface Visit {
  place: Place;
  site: SiteFrame;
  to: Addresses;
}

export interface Heading {
  title: string;
  description: string;
  /** Null for pages that search engines must not index. */
  path: string | null;
  /** A link above the title. */
  above?: { label: string; href: string };
}

interface PageParts {
  look: Look;
  /** The page's own script; null if it has none. */
  file: string | null;
  tags: string;
  scripts: string[];
}

const marker = '<!--page-->';

/**
 * Public pages that React draws on the server, within the site of an institution, and brings to life in the browser:
 * docs/decisions/0034-public-pages-in-react.md.
 */
export function reactPages(app: App): ReactPages {
  const known = made.get(app.services) ?? makePages(app);
  made.set(app.services, known);
  return known;
}
/** One for all routes of a server, since it keeps what visitors share. */
const made = new WeakMap<object, ReactPages>();

function makePages(app: App) {
  const { assets, database, secret } = app.services;
  const visit = visits(database);
  const framed = cacheFor<Visit>({ seconds: 10, most: 300 });
  const around = cacheFor<[string, string]>({ seconds: 10, most: 300 });
  const known = new Map<string, PageParts>();

  function partsOf({ name, isStatic }: PublicPage<object>): PageParts {
    const { css, file, scripts } = assets.hydratedPage(name);
    const look = lookOf(assets.publicPage.css + css);
    if (isStatic) return { look, file: null, tags: '', scripts: assets.publicPage.scripts };
    // Preloaded, so that the browser asks for all at once; the first starts the others.
    const [first, ...others] = scripts;
    const tags = others.map((other) => `<link rel="modulepreload" href="/assets/${other}">`).join('');
    return { look, file, tags, scripts: [...assets.publicPage.scripts.slice(0, 1), ...(first ? [first] : [])] };
  }

  const partsFor = (page: PublicPage<object>) => {
    const parts = known.get(page.name) ?? partsOf(page);
    known.set(page.name, parts);
    return parts;
  };

  /** The document before and after the page: equal for all visitors of a place. */
  function documentAround({ place, site, to }: Visit, page: PublicPage<object>, { above, ...heading }: Heading) {
    const { look, scripts, tags } = partsFor(page);
    const crumbs = above && html`<p class="crumbs"><a href="${above.href}">${above.label}</a></p>`;
    const content = {
      ...heading,
      body: html`${pageTitle(heading.title, { above: crumbs })}
        <div class="wide text-page" id="page">${trusted(marker)}</div>`,
    };
    const app = appTags(secret, { id: place.institutionId, ...site }, place.isFront ? '' : site.slug);
    const whole = documentOf({ site, place, to }, content, { styles: look.styles, scripts, app: app + tags });
    const [before, after] = whole.split(marker);
    return [before!, after!] as [string, string];
  }

  const keyOf = ({ institutionId, isFront, isSignedIn, isAlone, origin, app }: Place) =>
    [institutionId, isFront, isSignedIn, isAlone, origin, app].join(' ');

  return {
    /** One read in the institution, limited by its queries to what visitors may see. */
    read: visit.read,

    lost(reply: FastifyReply): FastifyReply {
      reply.callNotFound();
      return reply;
    },

    /** The site with a slug, or null if visitors have nothing to see there. */
    async visitOf(request: FastifyRequest, slug: string): Promise<Visit | null> {
      const place = await visit.placeOf(request, slug);
      if (!place) return null;
      return framed(keyOf(place), async () => {
        const site = await visit.read(place, (db) => siteFrame(db, place, app.siteLinks(db, place.institutionId)));
        return { place, site, to: addressesOf(site, place) };
      });
    },

    /** The institution, in the frame of its site, or in one without links if the site is not published. */
    async visitIn(request: FastifyRequest, institutionId: number): Promise<Visit> {
      const place = await visit.placeIn(request, institutionId);
      return framed(`in ${keyOf(place)}`, async () => {
        const site = await visit.read(place, (db) => siteFrame(db, place, app.siteLinks(db, place.institutionId)));
        const alone = { ...place, isAlone: true };
        const at = site.isPublished ? { place, site } : { place: alone, site: { ...site, slug: '', hosts: [] } };
        return { ...at, to: addressesOf(at.site, at.place) };
      });
    },

    /** Draws the page with these props; a form needs `csrf` among them, of `reply.formToken()`. */
    async send<Props extends object>(
      reply: FastifyReply,
      at: Visit,
      page: PublicPage<Props>,
      { heading, props, status = 200 }: { heading: Heading; props: Props; status?: number },
    ): Promise<FastifyReply> {
      const key = [keyOf(at.place), page.name, ...Object.values(heading).map((value) => JSON.stringify(value))].join(
        ' ',
      );
      const [draw, [before, after]] = await Promise.all([
        assets.rendererOf(page.name),
        around(key, async () => documentAround(at, page, heading)),
      ]);
      const { look, file } = partsFor(page);
      const data = file ? jsonScript('application/json', { file, props }, 'page-data').text : '';
      return reply
        .code(status)
        .header('Content-Security-Policy', policyAt(look, at.place))
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(before + draw(props) + after.replace('</div>', `</div>${data}`));
    },
  };
}
export type ReactPages = ReturnType<typeof makePages>;
