import { render, query } from '#kernel/database.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { NotFound } from '#kernel/errors.ts';
import { findFile } from '#kernel/files.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { may, type App } from '#web/routes.ts';
import { cacheable, sendCached, type CachedPage } from './answer.ts';
import { cacheFor, type Visits } from './cache.ts';
import { listedAddresses, publicSites } from './news.queries.ts';
import { type Place, siteFrame, type SiteFrame, addressesOf } from './drawn-pages.ts';
import { xml } from './xml.ts';

/** A page has dozens of pictures, and a whole school may share one IP address. */
const picturesPerMinute = 12_000;
const pictureFile = /^(\d{1,5})\.(avif|webp|jpeg)$/;

interface StoredPicture {
  stored_as: string;
  media_type: string;
  size: number;
}

/** Pictures, the logo, robots.txt and the sitemap. */
export function publicFileRoutes(app: App, visit: Visits): void {
  const { database, files } = app.services;
  const pictureAt = cacheFor<StoredPicture | undefined>({ seconds: 10, most: 1000 });
  const mapAt = cacheFor<CachedPage>({ seconds: 10, most: 20 });

  // A token always means the same picture, so browsers can cache it forever.
  app.get(
    '/pictures/:token/:file',
    {
      config: { ...may('public'), isKept: true, rateLimit: { max: picturesPerMinute } },
      schema: { params: z.object({ token: z.string().max(40), file: z.string().max(20) }) },
    },
    async (request, reply) => {
      const { token, file } = request.params;
      const [, width, format] = pictureFile.exec(file) ?? [];
      if (!format) throw new NotFound('picture');
      const stored = await pictureAt(`${token} ${file}`, () =>
        database.anonymous(async (tx) => {
          const rows = await query<StoredPicture>(tx, render)`
            select stored_as, media_type, size from akada_site_picture(${token}, ${Number(width)}, ${format})`;
          return rows[0];
        }),
      );
      if (!stored) throw new NotFound('picture');
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('Content-Security-Policy', `default-src 'none'`)
        .header('Content-Length', stored.size)
        .type(stored.media_type)
        .send(await files.open(stored.stored_as));
    },
  );

  app.get(
    '/sites/:slug/logo',
    { config: { ...may('public'), isKept: true }, schema: { params: z.object({ slug: z.string().max(80) }) } },
    async (request, reply) => {
      const place = await visit.placeOf(request, request.params.slug);
      if (!place) throw new NotFound('logo');
      const [row] = await visit.read(place, async (db) =>
        db
          .select({ fileId: institutions.logoFileId })
          .from(institutions)
          .where(eq(institutions.id, place.institutionId)),
      );
      if (!row?.fileId) throw new NotFound('logo');
      const file = await visit.read(place, (db) => findFile(db, place.institutionId, row.fileId!));
      return reply
        .header('Cache-Control', 'public, max-age=604800')
        .header('Content-Length', file.size)
        .type('image/webp')
        .send(await files.open(file.storedAs));
    },
  );

  app.get('/robots.txt', { config: { ...may('public'), isKept: true } }, async (request, reply) => {
    const place = await visit.placeOf(request, null);
    const lines = place
      ? ['User-agent: *', 'Allow: /', 'Disallow: /sign-in', `Sitemap: ${place.origin}/sitemap.xml`]
      : ['User-agent: *', 'Disallow: /'];
    return sendCached(request, reply, cacheable(`${lines.join('\n')}\n`, 'text/plain; charset=utf-8'));
  });

  app.get('/sitemap.xml', { config: { ...may('public'), isKept: true } }, async (request, reply) => {
    const front = await visit.placeOf(request, null);
    if (!front) throw new NotFound();
    return sendCached(
      request,
      reply,
      await mapAt(`${front.institutionId} ${front.origin} ${front.app}`, () => drawMap(front)),
    );
  });

  async function drawMap(front: Place): Promise<CachedPage> {
    const mapped: Mapped[] = [];
    // One at a time, so that a large group uses one connection.
    for (const { institution_id: institutionId } of await visit.read(front, publicSites)) {
      const place = { ...front, institutionId, isFront: institutionId === front.institutionId };
      const [site, [posts, pages]] = await visit.read(place, (db) =>
        Promise.all([siteFrame(db, place, app.siteLinks(db, place.institutionId)), listedAddresses(db, place)]),
      );
      mapped.push({ site, place, posts, pages });
    }
    return cacheable(sitemap(mapped), 'application/xml; charset=utf-8');
  }
}

interface Mapped {
  site: SiteFrame;
  place: Place;
  posts: { slug: string; updatedAt: Date }[];
  pages: { slug: string; updatedAt: Date }[];
}

/** Every public URL of the sites at this origin. */
function sitemap(sites: Mapped[]): string {
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
