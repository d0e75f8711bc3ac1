import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { sitePages, sitePosts } from '../site.schema.ts';
import { pictureOf } from './pictures.queries.ts';
import type { Place } from './place.ts';

export const newsPerPage = 10;

/** The published posts of the site; in a preview also drafts and scheduled posts. */
export const readablePosts = ({ institutionId, isPreview }: Place): SQL => {
  const own = eq(sitePosts.institutionId, institutionId);
  return isPreview ? own : and(own, eq(sitePosts.status, 'published'), sql`${sitePosts.publishAt} <= now()`)!;
};

const columns = {
  id: sitePosts.id,
  slug: sitePosts.slug,
  title: sitePosts.title,
  summary: sitePosts.summary,
  author: sitePosts.author,
  status: sitePosts.status,
  /** Publication time; for a draft, the time of the last edit. */
  at: sql<Date>`coalesce(${sitePosts.publishAt}, ${sitePosts.updatedAt})`.mapWith(sitePosts.updatedAt),
  updatedAt: sitePosts.updatedAt,
  picture: pictureOf('site_posts'),
};

const latestFirst = [desc(sql`coalesce(${sitePosts.publishAt}, ${sitePosts.updatedAt})`), desc(sitePosts.id)];

export const latestPosts = (db: Db, place: Place, most: number, from = 0) =>
  db
    .select(columns)
    .from(sitePosts)
    .where(readablePosts(place))
    .orderBy(...latestFirst)
    .limit(most)
    .offset(from);
export type PostRow = Awaited<ReturnType<typeof latestPosts>>[number];

/** The latest posts with their full text, for the feed. */
export const latestTexts = (db: Db, place: Place, most: number) =>
  db
    .select({ ...columns, body: sitePosts.body })
    .from(sitePosts)
    .where(readablePosts(place))
    .orderBy(...latestFirst)
    .limit(most);
export type PostText = Awaited<ReturnType<typeof latestTexts>>[number];

export const countPosts = async (db: Db, place: Place): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(sitePosts)
    .where(readablePosts(place));
  return row!.count;
};

export const findPost = async (db: Db, place: Place, slug: string): Promise<PostText | undefined> => {
  const [row] = await db
    .select({ ...columns, body: sitePosts.body })
    .from(sitePosts)
    .where(and(readablePosts(place), eq(sitePosts.slug, slug)));
  return row;
};

/** The published pages of the site; in a preview also drafts. */
export const readablePages = ({ institutionId, isPreview }: Place): SQL =>
  and(eq(sitePages.institutionId, institutionId), isPreview ? undefined : sitePages.isPublished)!;

export const findPage = async (db: Db, place: Place, slug: string) => {
  const [row] = await db
    .select({
      slug: sitePages.slug,
      title: sitePages.title,
      body: sitePages.body,
      isPublished: sitePages.isPublished,
      updatedAt: sitePages.updatedAt,
    })
    .from(sitePages)
    .where(and(readablePages(place), eq(sitePages.slug, slug)));
  return row;
};

/** URLs of published content, for the sitemap. */
export const listedAddresses = (db: Db, place: Place) =>
  Promise.all([
    db
      .select({ slug: sitePosts.slug, updatedAt: sitePosts.updatedAt })
      .from(sitePosts)
      .where(readablePosts(place))
      .orderBy(...latestFirst)
      .limit(5000),
    db.select({ slug: sitePages.slug, updatedAt: sitePages.updatedAt }).from(sitePages).where(readablePages(place)),
  ]);
