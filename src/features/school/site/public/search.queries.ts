import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { sitePages, sitePosts } from '../site.schema.ts';
import { readablePages, readablePosts } from './news.queries.ts';
import type { Place } from './place.ts';

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
export type Found = Awaited<ReturnType<typeof searchSite>>;

const searchable = (text: SQL): SQL => sql`akada_searchable(${text})`;

const holdsAll = (text: SQL, words: string[]): SQL =>
  and(...words.map((word) => sql`strpos(${text}, akada_searchable(${word})) > 0`))!;
