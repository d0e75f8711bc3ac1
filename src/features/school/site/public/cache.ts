import { countLookups, registerCache } from '#kernel/cache-registry.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { can, institutionsWhere, systemActor } from '#kernel/actor.ts';
import { render, type Database, type Db, query } from '#kernel/database.ts';
import { sites } from '../site.schema.ts';
import type { Place } from './drawn-pages.ts';

const count = countLookups('sites');

interface Options {
  seconds: number;
  most: number;
  now?: () => number;
}

/** A short-lived cache, so that many visitors cost one database read. Concurrent requests share one computation; failures are not cached; the oldest entry is evicted when full, and all expire. */
export function cacheFor<Value>({ seconds, most, now = () => Date.now() }: Options) {
  const entries = registerCache(new Map<string, { until: number; value: Promise<Value> }>());
  let sweeper: NodeJS.Timeout | undefined;

  /** All entries have the same lifetime, so the first is the oldest. */
  function sweep() {
    for (const [key, { until }] of entries) {
      if (until > now()) break;
      entries.delete(key);
    }
    sweeper = entries.size ? setTimeout(sweep, seconds * 1000).unref() : undefined;
  }

  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(key);
    const isFresh = known !== undefined && known.until > now();
    count(isFresh);
    if (isFresh) return known.value;
    entries.delete(key);
    if (entries.size >= most) entries.delete(entries.keys().next().value!);
    const entry = { until: now() + seconds * 1000, value: make() };
    entries.set(key, entry);
    sweeper ??= setTimeout(sweep, seconds * 1000).unref();
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}

/** Finds the site of a request and reads its data. */
export function visits(database: Database) {
  const siteAt = cacheFor<number | null>({ seconds: 10, most: 500 });

  /** The published site with a slug, or else the site of the host. */
  const published = (host: string, slug: string | null): Promise<number | null> =>
    siteAt(`${slug ?? ''} ${slug === null ? host : ''}`, () =>
      database.anonymous(async (tx) => {
        const rows = await query<{ id: number | null }>(tx, render)`select akada_site_at(${host}, ${slug}) as id`;
        return rows[0]!.id;
      }),
    );

  /** The site with a slug for a user who can edit it, published or not. */
  async function editable(request: FastifyRequest, slug: string): Promise<number | null> {
    if (!request.maybeActor || !institutionsWhere(request.maybeActor, 'site.edit').length) return null;
    const [row] = await request.read((db, actor) =>
      db
        .select({ id: sites.institutionId })
        .from(sites)
        .where(and(eq(sites.slug, slug), inArray(sites.institutionId, institutionsWhere(actor, 'site.edit')))),
    );
    return row?.id ?? null;
  }

  return {
    /** Null if the visitor has nothing to see. */
    async placeOf(request: FastifyRequest, slug: string | null): Promise<Place | null> {
      const { origin, app, isConfirmed } = await request.siteOrigin();
      const host = new URL(origin).hostname;
      const wantsPreview = (request.query as { preview?: string } | undefined)?.preview === '1';
      const previewed = slug !== null && wantsPreview ? await editable(request, slug) : null;
      const [front, there] = await Promise.all([
        published(host, null),
        previewed ?? (slug === null ? published(host, null) : published(host, slug)),
      ]);
      if (there === null) return null;
      return {
        institutionId: there,
        isPreview: previewed !== null,
        origin,
        isConfirmed,
        app,
        isFront: front === there,
        isSignedIn: request.maybeActor !== null,
        isAlone: false,
      };
    },

    /** A page of an institution itself, whether or not it has a site. */
    async placeIn(request: FastifyRequest, institutionId: number): Promise<Place> {
      const { origin, app, isConfirmed } = await request.siteOrigin();
      const isFront = (await published(new URL(origin).hostname, null)) === institutionId;
      const isSignedIn = request.maybeActor !== null;
      return { institutionId, isPreview: false, origin, isConfirmed, app, isFront, isSignedIn, isAlone: false };
    },

    /** Editors see every change at once; visitors may see it a few seconds later. */
    mayEdit: ({ maybeActor }: FastifyRequest, { institutionId }: Place): boolean =>
      maybeActor !== null && can(maybeActor, 'site.edit', institutionId),

    /** One read in the institution without permissions; the queries limit what visitors see. */
    read: <T>({ institutionId }: Place, work: (db: Db) => Promise<T>): Promise<T> =>
      database.read(systemActor(institutionId, 'A visitor'), work),
  };
}
export type Visits = ReturnType<typeof visits>;
