import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '#kernel/database.ts';
import { may, type App } from '#web/routes.ts';
import { markdownHtml } from '../site-fields.ts';
import { cacheable, sendCached, type CachedPage } from './answer.ts';
import { cacheFor, visits } from './cache.ts';
import {
  lookOf,
  offeredPrograms,
  type Place,
  siteFrame,
  type SiteLink,
  type SiteIntake,
  type OfferedProgram,
  drawDocument,
  drawing,
  type Drawing,
  type Drawn,
  addressesOf,
} from './drawn-pages.ts';
import * as news from './news.queries.ts';
import { publicFileRoutes } from './public-files.routes.ts';
import { xml } from './xml.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { TrustedHtml } from '#web/public-pages/trusted.tsx';

/** Runs all queries of a page at once and says what draws them, or null if there is no such page. */
type Page = (db: Db, place: Place) => Promise<Drawing | null>;

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

/** The public site of an institution: docs/decisions/0054-one-way-to-write-a-page.md. */
export function publicRoutes(app: App): void {
  const { assets, database } = app.services;
  const look = lookOf(assets.publicPage.css);
  const files = { styles: look.styles, scripts: assets.publicPage.scripts };
  const visit = visits(database);
  const cached = cacheFor<CachedPage | null>({ seconds: 10, most: 300 });

  async function draw(place: Place, page: Page): Promise<CachedPage | null> {
    const [site, drawn] = await visit.read(place, (db) =>
      Promise.all([siteFrame(db, place, app.siteLinks(db, place.institutionId)), page(db, place)]),
    );
    if (!drawn) return null;
    const at = { site, place, to: addressesOf(site, place) };
    return cacheable(await drawDocument(app.services, at, drawn, files));
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
    const lostHere = (await drawn('not found', async () => drawing(lostPage, {})))!;
    return sendCached(request, reply, lostHere, { status: 404, isSecret });
  }

  const home: Page = async (db, place) =>
    drawing(homePage, await news.homeContent(db, place, app.openPrograms(db, place.institutionId)));

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
          news.latestPosts(db, place, news.newsPerPage, (page - 1) * news.newsPerPage),
          news.countPosts(db, place),
        ]);
        return posts.length || page === 1
          ? drawing(newsPage, { posts, page, pages: Math.ceil(total / news.newsPerPage) })
          : null;
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
        const post = await news.findPost(db, place, wanted);
        return post ? drawing(postPage, { post, text: await markdownHtml(post.body) }) : null;
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
        const page = await news.findPage(db, place, wanted);
        return page ? drawing(textPage, { page, text: await markdownHtml(page.body) }) : null;
      });
    },
  );

  app.get(
    '/sites/:slug/programs',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: Preview } },
    (request, reply) =>
      show(request, reply, request.params.slug, 'programs', async (db, place) => {
        const asked = app.siteIntakes(db, place.institutionId);
        const [programs, intakes] = await Promise.all([offeredPrograms(db, place), asked]);
        return drawing(programsPage, { programs, intakes });
      }),
  );

  app.get(
    '/sites/:slug/search',
    { config: { ...may('public'), isKept: true }, schema: { params: Site, querystring: SearchQuery } },
    (request, reply) => {
      const { q } = request.query;
      return show(request, reply, request.params.slug, `search ${q}`, async (db, place) => {
        const words = news.wordsIn(q);
        const found = words.length ? await news.searchSite(db, place, words) : null;
        return drawing(searchPage, { typed: q, found });
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
            Promise.all([
              siteFrame(db, place, app.siteLinks(db, place.institutionId)),
              news.latestTexts(db, place, 20),
            ]),
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

/** The latest posts as an Atom feed (RFC 4287). */
async function newsFeed({ site, to }: Drawn, posts: news.PostText[]): Promise<string> {
  const texts = await Promise.all(posts.map(({ body }) => markdownHtml(body)));
  const updated = new Date(Math.max(0, ...posts.map((post) => latest(post).getTime())));
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${to.full(to.feed)}</id>
<title>${site.name}: news</title>
${site.motto && xml`<subtitle>${site.motto}</subtitle>`}
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${to.full(to.feed)}"/>
<link rel="alternate" type="text/html" href="${to.full(to.news())}"/>
<author><name>${site.name}</name></author>
${posts.map(
  (post, at) => xml`<entry>
<id>${to.full(to.post(post.slug))}</id>
<title>${post.title}</title>
<link rel="alternate" type="text/html" href="${to.full(to.post(post.slug))}"/>
<published>${post.at.toISOString()}</published>
<updated>${latest(post).toISOString()}</updated>
<author><name>${post.author}</name></author>
<summary>${post.summary}</summary>
<content type="html" xml:base="${to.full('/')}">${texts[at]}</content>
</entry>
`,
)}</feed>
`.text;
}

// For readers a scheduled post changed when it was published, not when it was written.
const latest = ({ at, updatedAt }: news.PostText) => (updatedAt > at ? updatedAt : at);

const isStatic = { isStatic: true };

export const homePage = publicPage<news.HomeContent>('site/home', isStatic);

export const newsPage = publicPage<{
  posts: news.PostRow[];
  page: number;
  pages: number;
}>('site/news-list', isStatic);

export const postPage = publicPage<{ post: news.PostText; text: TrustedHtml }>('site/post', isStatic);

type PublicPage = NonNullable<Awaited<ReturnType<typeof news.findPage>>>;
export const textPage = publicPage<{ page: PublicPage; text: TrustedHtml }>('site/text', isStatic);

export const programsPage = publicPage<{
  programs: OfferedProgram[];
  intakes: SiteIntake[];
}>('site/programs', isStatic);

export const searchPage = publicPage<{
  typed: string;
  /** Null if nothing was asked. */
  found: news.Found | null;
}>('site/search', isStatic);

const lostPage = publicPage<object>('site/lost', isStatic);

/** What is said of a page that another feature draws within the site. */
export interface Heading {
  title: string;
  description: string;
  /** Null for pages that search engines must not index. */
  path: string | null;
  /** A link above the title. */
  above?: { label: string; href: string };
}

/** The document around such a page. `marker` is the text that stands for it. */
export const aroundPage = publicPage<{ heading: Heading; marker: string }>('site/around', isStatic);
