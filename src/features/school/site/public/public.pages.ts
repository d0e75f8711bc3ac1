import { publicPage } from '#web/public-pages/public-page.ts';
import type { TrustedHtml } from '#web/public-pages/trusted.tsx';
import type { HomeContent } from './home.queries.ts';
import type { SiteIntake } from './intakes.ts';
import type { findPage, PostRow, PostText } from './news.queries.ts';
import type { OfferedProgram } from './programs.queries.ts';
import type { Found } from './search.queries.ts';

const isStatic = { isStatic: true };

export const homePage = publicPage<HomeContent>('site/home', isStatic);

export interface NewsProps {
  posts: PostRow[];
  page: number;
  pages: number;
}
export const newsPage = publicPage<NewsProps>('site/news-list', isStatic);

export const postPage = publicPage<{ post: PostText; text: TrustedHtml }>('site/post', isStatic);

type Page = NonNullable<Awaited<ReturnType<typeof findPage>>>;
export const textPage = publicPage<{ page: Page; text: TrustedHtml }>('site/text', isStatic);

export interface ProgramsProps {
  programs: OfferedProgram[];
  intakes: SiteIntake[];
}
export const programsPage = publicPage<ProgramsProps>('site/programs', isStatic);

export interface SearchProps {
  typed: string;
  /** Null if nothing was asked. */
  found: Found | null;
}
export const searchPage = publicPage<SearchProps>('site/search', isStatic);

export const lostPage = publicPage<object>('site/lost', isStatic);

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
