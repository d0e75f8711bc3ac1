import { and, desc, eq, sql, type SQL, asc, isNull } from 'drizzle-orm';
import { type Db, render, query, pick } from '#kernel/database.ts';
import {
  sitePages,
  sitePosts,
  type pictureFormats,
  siteFeatures,
  siteSlides,
  siteTestimonials,
} from '../site.schema.ts';
import { type Place, firstPrograms } from './drawn-pages.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { programs } from '#features/school/structure/structure.schema.ts';

export interface Picture {
  token: string;
  alt: string;
  width: number;
  height: number;
  sizes: { width: number; format: (typeof pictureFormats)[number] }[] | null;
}

/** The picture of a row with its available sizes, or null. */
const pictureOf = (table: 'site_slides' | 'site_testimonials' | 'site_posts'): SQL<Picture | null> => {
  const row = sql.identifier(table);
  return sql<Picture | null>`(
    select jsonb_build_object('token', p.token, 'alt', p.alt, 'width', p.width, 'height', p.height, 'sizes', (
      select jsonb_agg(jsonb_build_object('width', z.width, 'format', z.format) order by z.width)
      from site_picture_sizes z where (z.institution_id, z.picture_id) = (p.institution_id, p.id)))
    from site_pictures p where (p.institution_id, p.id) = (${row}.institution_id, ${row}.picture_id))`;
};

export const newsPerPage = 10;

/** The published posts of the site; in a preview also drafts and scheduled posts. */
const readablePosts = ({ institutionId, isPreview }: Place): SQL => {
  const own = eq(sitePosts.institutionId, institutionId);
  return isPreview ? own : and(own, eq(sitePosts.status, 'published'), sql`${sitePosts.publishAt} <= now()`)!;
};

const columns = {
  ...pick(sitePosts, 'id', 'slug', 'title', 'summary', 'author', 'status'),
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
const readablePages = ({ institutionId, isPreview }: Place): SQL =>
  and(eq(sitePages.institutionId, institutionId), isPreview ? undefined : sitePages.isPublished)!;

export const findPage = async (db: Db, place: Place, slug: string) => {
  const [row] = await db
    .select(pick(sitePages, 'slug', 'title', 'body', 'isPublished', 'updatedAt'))
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

/** The content of the home page. Each list has at most `itemsAtMost` rows, and pictures load lazily. */
export async function homeContent(db: Db, place: Place, openPrograms: Promise<{ id: number }[]>) {
  const [slides, features, testimonials, posts, programs, sisters, open] = await Promise.all([
    shownSlides(db, place),
    shownFeatures(db, place),
    shownTestimonials(db, place),
    latestPosts(db, place, 6),
    firstPrograms(db, place, 8),
    publicSites(db),
    openPrograms,
  ]);
  return {
    slider: slides.filter((slide) => slide.place === 'slider'),
    slideshow: slides.filter((slide) => slide.place === 'slideshow'),
    features,
    testimonials,
    posts,
    programs,
    /** The programs that can be applied for now. */
    open: new Set(open.map(({ id }) => id)),
    sisters: sisters.filter((sister) => sister.institution_id !== place.institutionId),
  };
}
export type HomeContent = Awaited<ReturnType<typeof homeContent>>;

const shownSlides = (db: Db, { institutionId }: Place) =>
  db
    .select({
      ...pick(siteSlides, 'id', 'place', 'title', 'body', 'linkLabel', 'linkHref'),
      picture: pictureOf('site_slides'),
    })
    .from(siteSlides)
    .where(and(eq(siteSlides.institutionId, institutionId), siteSlides.isShown))
    .orderBy(asc(siteSlides.position), asc(siteSlides.id));

const shownFeatures = (db: Db, { institutionId }: Place) =>
  db
    .select(pick(siteFeatures, 'id', 'icon', 'title', 'body', 'linkHref'))
    .from(siteFeatures)
    .where(and(eq(siteFeatures.institutionId, institutionId), siteFeatures.isShown))
    .orderBy(asc(siteFeatures.position), asc(siteFeatures.id));

const shownTestimonials = (db: Db, { institutionId }: Place) =>
  db
    .select({ ...pick(siteTestimonials, 'id', 'name', 'relation', 'quote'), picture: pictureOf('site_testimonials') })
    .from(siteTestimonials)
    .where(and(eq(siteTestimonials.institutionId, institutionId), siteTestimonials.isShown))
    .orderBy(asc(siteTestimonials.position), asc(siteTestimonials.id));

// A type and not an interface, because the driver's rows need an index signature.
type PublicSite = {
  institution_id: number;
  slug: string;
  name: string;
  short_name: string;
  kind: string;
  city: string | null;
  motto: string | null;
};

/** The published sites of the installation. */
export const publicSites = async (db: Db): Promise<PublicSite[]> =>
  await query<PublicSite>(db, render)`select * from akada_public_sites()`;

const mostFound = 20;

/** The words of a search; words without a letter or digit would match everything and are ignored. */
export const wordsIn = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8);

/** Posts, pages and programs that contain all words, ignoring accents and tone marks. */
export async function searchSite(db: Db, place: Place, words: string[]) {
  const [posts, pages, offers] = await Promise.all([
    bounded(mostFound, (limit) =>
      db
        .select({
          slug: sitePosts.slug,
          title: sitePosts.title,
          text: sitePosts.summary,
          at: sitePosts.publishAt,
        })
        .from(sitePosts)
        .where(and(readablePosts(place), holdsAll(sql`${sitePosts.searchText}`, words)))
        .orderBy(
          desc(holdsAll(searchable(sql`${sitePosts.title}`), words)),
          desc(sitePosts.publishAt),
          desc(sitePosts.id),
        )
        .limit(limit),
    ),
    bounded(mostFound, (limit) =>
      db
        .select({ slug: sitePages.slug, title: sitePages.title, text: sql<string>`left(${sitePages.body}, 600)` })
        .from(sitePages)
        .where(and(readablePages(place), holdsAll(sql`${sitePages.searchText}`, words)))
        .orderBy(desc(holdsAll(searchable(sql`${sitePages.title}`), words)), asc(sitePages.position), asc(sitePages.id))
        .limit(limit),
    ),
    bounded(mostFound, (limit) =>
      db
        .select({ id: programs.id, code: programs.code, name: programs.name, requiresPin: programs.requiresPin })
        .from(programs)
        .where(
          and(
            eq(programs.institutionId, place.institutionId),
            isNull(programs.retiredAt),
            holdsAll(searchable(sql`${programs.name} || ' ' || ${programs.code}`), words),
          ),
        )
        .orderBy(asc(programs.name), asc(programs.id))
        .limit(limit),
    ),
  ]);
  return {
    posts: posts.rows,
    pages: pages.rows,
    programs: offers.rows,
    isMore: posts.isMore || pages.isMore || offers.isMore,
  };
}
export type SearchResults = Awaited<ReturnType<typeof searchSite>>;

const searchable = (text: SQL): SQL => sql`akada_searchable(${text})`;

const holdsAll = (text: SQL, words: string[]): SQL =>
  and(...words.map((word) => sql`strpos(${text}, akada_searchable(${word})) > 0`))!;
