import { cachedByKey } from '#kernel/cached-by-key.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { App } from '#web/routes.ts';
import { cacheFor, visits } from './cache.ts';
import * as drawn from './drawn-pages.ts';
import { aroundPage, type Heading } from './public.routes.ts';

/** Where a visitor is, with the frame of the site. */
export type Visit = drawn.Drawn;
export type { Heading };

interface PageParts {
  look: drawn.Look;
  /** The page's own script; null if it has none. */
  file: string | null;
  scripts: string[];
  preloads: string[];
}

/** Stands for the page in the document around it: a text that nobody can have typed. */
const marker = randomUUID();

/**
 * Public pages that React draws on the server, within the site of an institution, and brings to life in the browser:
 * docs/decisions/0054-one-way-to-write-a-page.md.
 */
export const reactPages = (app: App): ReactPages => pagesOf(app.services, app);
/** One for all routes of a server, since it keeps what visitors share. */
const pagesOf = cachedByKey((_: object, app: App) => makePages(app));

function makePages(app: App) {
  const { assets, database } = app.services;
  const visit = visits(database);
  const framed = cacheFor<Visit>({ seconds: 10, most: 300 });
  const around = cacheFor<[string, string]>({ seconds: 10, most: 300 });
  const known = new Map<string, PageParts>();

  function partsOf({ name, isStatic }: PublicPage<object>): PageParts {
    const { css, file, scripts } = assets.hydratedPage(name);
    const look = drawn.lookOf(assets.publicPage.css + css);
    if (isStatic) return { look, file: null, scripts: assets.publicPage.scripts, preloads: [] };
    // Preloaded, so that the browser asks for all at once; the first starts the others.
    const [first, ...preloads] = scripts;
    return { look, file, preloads, scripts: [...assets.publicPage.scripts.slice(0, 1), ...(first ? [first] : [])] };
  }

  const partsFor = (page: PublicPage<object>) => {
    const parts = known.get(page.name) ?? partsOf(page);
    known.set(page.name, parts);
    return parts;
  };

  /** The document before and after the page: equal for all visitors of a place. */
  async function documentAround(at: Visit, page: PublicPage<object>, heading: Heading) {
    const { look, preloads, scripts } = partsFor(page);
    const files = { styles: look.styles, scripts, preloads };
    const whole = await drawn.drawDocument(app.services, at, drawn.drawing(aroundPage, { heading, marker }), files);
    return whole.split(marker) as [string, string];
  }

  const keyOf = ({ institutionId, isFront, isSignedIn, isAlone, origin, app }: drawn.Place) =>
    [institutionId, isFront, isSignedIn, isAlone, origin, app].join(' ');

  return {
    /** One read in the institution, limited by its queries to what visitors may see. */
    read: visit.read,

    lost(reply: FastifyReply): FastifyReply {
      reply.callNotFound();
      return reply;
    },

    /** The site with a slug, or null if visitors have nothing to see there; without one the site at the main address. */
    async visitOf(request: FastifyRequest, slug: string | null): Promise<Visit | null> {
      const place = await visit.placeOf(request, slug);
      if (!place) return null;
      return framed(keyOf(place), async () => {
        const site = await visit.read(place, (db) =>
          drawn.siteFrame(db, place, app.siteLinks(db, place.institutionId)),
        );
        return { place, site, to: drawn.addressesOf(site, place) };
      });
    },

    /** The institution, in the frame of its site, or in one without links if the site is not published. */
    async visitIn(request: FastifyRequest, institutionId: number): Promise<Visit> {
      const place = await visit.placeIn(request, institutionId);
      return framed(`in ${keyOf(place)}`, async () => {
        const site = await visit.read(place, (db) =>
          drawn.siteFrame(db, place, app.siteLinks(db, place.institutionId)),
        );
        const alone = { ...place, isAlone: true };
        const at = site.isPublished ? { place, site } : { place: alone, site: { ...site, slug: '', hosts: [] } };
        return { ...at, to: drawn.addressesOf(at.site, at.place) };
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
        around(key, () => documentAround(at, page, heading)),
      ]);
      const { look, file } = partsFor(page);
      return reply
        .code(status)
        .header('Content-Security-Policy', drawn.policyAt(look, at.place))
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(before + draw(props, file) + after);
    },
  };
}
export type ReactPages = ReturnType<typeof makePages>;
