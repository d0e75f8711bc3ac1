import { formatDay, today } from '#kernel/dates.ts';
import { count, countOf } from '#ui/format.ts';
import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { SiteView } from './drawn-pages.ts';
import { plainText } from './markdown-text.ts';
import { PageTitle } from './parts/page-title.tsx';
import { SearchForm } from './parts/icon.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import type { searchPage } from './public.routes.ts';
import type { SearchResults } from './news.queries.ts';

/** 9.15: one search over news, programs and pages. */
export default function Search({ typed, found }: PropsOfPublic<typeof searchPage>) {
  const drawn = useDrawn();
  const hits = found ? hitsOf(found, drawn) : [];
  return (
    <SiteDocument
      title={typed ? `Search: ${typed}` : 'Search'}
      description={`Search news, programmes and pages of ${drawn.site.name}.`}
      path={null}
    >
      <PageTitle>Search</PageTitle>
      <div className="wide text-page">
        <SearchForm id="page-search" typed={typed} />
        <p className="found" role="status">
          {found ? outcome(typed, hits.length, found.isMore) : prompt(typed)}
        </p>
        <ul className="hits">
          {hits.map(({ href, title, kind, text }) => (
            <li key={href}>
              <p className="date">{kind}</p>
              <h2>
                <a href={href}>{title}</a>
              </h2>
              {text && <p>{text}</p>}
            </li>
          ))}
        </ul>
        {found?.isMore && (
          <p className="nothing">These are the first {count(hits.length)} results. Add a word to find the others.</p>
        )}
      </div>
    </SiteDocument>
  );
}

const prompt = (typed: string): string =>
  typed ? 'Type at least one letter or digit.' : 'Type a name, a programme or an event.';

function outcome(typed: string, hits: number, isMore: boolean): string {
  if (!hits) return `No results for “${typed}”. Try fewer or shorter words.`;
  return `${isMore ? 'The first ' : ''}${countOf(hits, 'result')} for “${typed}”`;
}

const hitsOf = ({ posts, pages, programs }: SearchResults, { site, to }: SiteView) => [
  ...programs.map((program) => ({
    href: to.programs(program.id),
    title: programLabel(program),
    kind: 'Programme',
    text: program.code,
  })),
  ...pages.map((page) => ({
    href: to.page(page.slug),
    title: page.title,
    kind: 'Page',
    text: plainText(page.text, 180),
  })),
  ...posts.map((post) => ({
    href: to.post(post.slug),
    title: post.title,
    kind: post.at ? `News · ${formatDay(today(site.timeZone, post.at))}` : 'News',
    text: post.text,
  })),
];
