import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { appTags } from '#kernel/app-tags.ts';
import type { Db } from '#kernel/database.ts';
import { may, type App } from '#web/routes.ts';
import { cacheable, sendCached, type CachedPage } from './answer.ts';
import { addressesOf } from './addresses.ts';
import { documentOf, type Content, type Drawn } from './document.ts';
import { newsFeed } from './feed.ts';
import { siteFrame, type SiteLink } from './frame.queries.ts';
import { homePage } from './home.ts';
import { homeContent } from './home.queries.ts';
import { cacheFor } from './cache.ts';
import { lookOf } from './look.ts';
import { countPosts, findPage, findPost, latestPosts, latestTexts } from './news.queries.ts';
import { newsList, newsPerPage, postPage } from './news.ts';
import { lostPage, searchPage, textPage } from './other-pages.ts';
import type { Place } from './place.ts';
import { offered, type SiteIntake } from './programs.ts';
import { searchSite, wordsIn } from './search.queries.ts';
import { visits } from './visit.ts';
import { publicFileRoutes } from './public-files.routes.ts';

/** Runs all queries of a page at once and returns its renderer, or null if there is no such page. */
type Page = (db: Db, place: Place) => Promise<((drawn: Drawn) => Content | Promise<Content>) | null>;

const slug = z.string().max(80);
const Site = z.object({ slug });
const Preview = z.object({ preview: z.string().optional() });
const NewsQuery = Preview.extend({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) });
const SearchQuery = Preview.extend({
  q: z
    .preprocess((typed) => (Array.isArray(typed) ? typed[0] : typed), z.string().catch(''))
    .transform((typed) =>
      typed
        .normalize('NFC')
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .slice(0, 100),
    ),
});

function lost(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** The public site of an institution: docs/decisions/0011-public-pages.md. */
export function publicRoutes(app: App): void {
  const { assets, database, secret } = app.services;
  const look = lookOf(assets.publicPage.css);
  const parts = { styles: look.styles, scripts: assets.publicPage.scripts };
  const visit = visits(database);
  const cached = cacheFor<CachedPage | null>({ seconds: 10, most: 300 });

  async function draw(place: Place, page: Page): Promise<CachedPage | null> {
    const [site, content] = await visit.read(place, (db) =>
      Promise.all([siteFrame(db, place, app.siteLinks(db, place.institutionId)), page(db, place)]),
    );
    if (!content) return null;
    const drawn = { site, place, to: addressesOf(site, place) };
    const tags = appTags(secret, { id: place.institutionId, ...site }, place.isFront ? '' : site.slug);
    return cacheable(documentOf(drawn, await content(drawn), { ...parts, app: tags }));
  }

  /** Sends the page, from the cache if allowed, or the site's own 404 page. */
  async function show(request: FastifyRequest, reply: FastifyReply, at: string | null, name: string, page: Page) {
    const place = await visit.placeOf(request, at);
    if (!place) return lost(reply);
    reply.header('Content-Security-Policy', look.policy);
    const isFresh = place.isPreview || visit.mayEdit(request, place);
    const { institutionId, isFront, isSignedIn, origin, app } = place;
    const from = [institutionId, isFront, isSignedIn, origin, app].join(' ');
    const drawn = (key: string, what: Page) =>
      isFresh ? draw(place, what) : cached(`${from} ${key}`, () => draw(place, what));
    const found = await drawn(`at ${name}`, page);
    const isSecret = place.isPreview;
    if (found) return sendCached(request, reply, found, { isSecret });
    const lostHere = (await drawn('not found', async () => lostPage))!;
    return sendCached(request, reply, lostHere, { status: 404, isSecret });
  }

  const home: Page = async (db, place) => {
    const content = await homeContent(db, place, app.openPrograms(db, place.institutionId));
    return (drawn) => homePage(drawn, content);
  };

  app.decorate('publicFront', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await visit.placeOf(request, null))) return false;
    await show(request, reply, null, 'home', home);
    return true;
  });

  for (const name of ['openPrograms', 'siteIntakes', 'siteLinks'] as const)
    if (!app.hasDecorator(name)) app.decorate(name, async () => []);

  app.decorate('publicLost', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await visit.placeOf(request, null))) return false;
    await show(request, reply, null, 'lost', async () => null);
    return true;
  });

  app.get(
    '/sites/:slug',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: Preview } },
    (request, reply) => show(request, reply, request.params.slug, 'home', home),
  );

  app.get(
    '/sites/:slug/news',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: NewsQuery } },
    (request, reply) => {
      const { page } = request.query;
      return show(request, reply, request.params.slug, `news ${page}`, async (db, place) => {
        const [posts, total] = await Promise.all([
          latestPosts(db, place, newsPerPage, (page - 1) * newsPerPage),
          countPosts(db, place),
        ]);
        return posts.length || page === 1 ? (drawn) => newsList(drawn, posts, page, total) : null;
      });
    },
  );

  app.get(
    '/sites/:slug/news/:post',
    {
      config: { ...may('public'), isKept: true },
      schema: { params: Site.extend({ post: slug }), querystring: Preview },
    },
    (request, reply) => {
      const wanted = request.params.post;
      return show(request, reply, request.params.slug, `post ${wanted}`, async (db, place) => {
        const post = await findPost(db, place, wanted);
        return post ? (drawn) => postPage(drawn, post) : null;
      });
    },
  );

  app.get(
    '/sites/:slug/pages/:page',
    {
      config: { ...may('public'), isKept: true },
      schema: { params: Site.extend({ page: slug }), querystring: Preview },
    },
    (request, reply) => {
      const wanted = request.params.page;
      return show(request, reply, request.params.slug, `page ${wanted}`, async (db, place) => {
        const page = await findPage(db, place, wanted);
        return page ? (drawn) => textPage(drawn, page) : null;
      });
    },
  );

  app.get(
    '/sites/:slug/programs',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: Preview } },
    (request, reply) =>
      show(request, reply, request.params.slug, 'programs', (db, place) =>
        offered(db, place, app.siteIntakes(db, place.institutionId)),
      ),
  );

  app.get(
    '/sites/:slug/search',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: SearchQuery } },
    (request, reply) => {
      const { q } = request.query;
      return show(request, reply, request.params.slug, `search ${q}`, async (db, place) => {
        const words = wordsIn(q);
        const found = words.length ? await searchSite(db, place, words) : null;
        return (drawn) => searchPage(drawn, q, found);
      });
    },
  );

  app.get(
    '/sites/:slug/news.atom',
    { config: { ...may('public'), isKept: true }, schema: { params: Site } },
    async (request, reply) => {
      const place = await visit.placeOf(request, request.params.slug);
      if (!place) return lost(reply);
      const feed = await cached(
        `feed ${place.institutionId} ${place.origin} ${place.app} ${place.isFront}`,
        async () => {
          const [site, posts] = await visit.read(place, (db) =>
            Promise.all([siteFrame(db, place, app.siteLinks(db, place.institutionId)), latestTexts(db, place, 20)]),
          );
          return cacheable(
            await newsFeed({ site, place, to: addressesOf(site, place) }, posts),
            'application/atom+xml; charset=utf-8',
          );
        },
      );
      return sendCached(request, reply, feed!);
    },
  );

  // Unknown paths of a site get its own 404 page.
  app.get(
    '/sites/:slug/*',
    { config: { ...may('public'), isKept: true }, schema: { params: Site.extend({ '*': z.string() }) } },
    (request, reply) => show(request, reply, request.params.slug, 'lost', async () => null),
  );

  publicFileRoutes(app, visit);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers with the home page of the site that this host shows; says whether one is published. */
    publicFront(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
    /** The programs that visitors can apply for now; set by admissions. */
    openPrograms(db: Db, institutionId: number): Promise<{ id: number }[]>;
    /** Published intakes that are open or will open. */
    siteIntakes(db: Db, institutionId: number): Promise<SiteIntake[]>;
    siteLinks(db: Db, institutionId: number): Promise<SiteLink[]>;
    /** The site's 404 page. */
    publicLost(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  }
}
