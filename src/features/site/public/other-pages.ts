import { formatDay, today } from '#kernel/dates.ts';
import { count, countOf } from '#ui/format.ts';
import { programLabel } from '#features/structure/catalogue/program-label.ts';
import { markdownHtml } from '../markdown.ts';
import type { Content, Drawn } from './document.ts';
import { searchForm } from './site-header.ts';
import { html, trusted } from './html.ts';
import { plainText } from './markdown-text.ts';
import type { findPage } from './news.queries.ts';
import { pageTitle } from './page-title.ts';
import type { Found } from './search.queries.ts';

type Page = NonNullable<Awaited<ReturnType<typeof findPage>>>;

export async function textPage({ site, to }: Drawn, page: Page): Promise<Content> {
  const text = trusted(await markdownHtml(page.body));
  return {
    title: page.title,
    description: plainText(page.body, 160) || `${page.title} at ${site.name}.`,
    path: to.page(page.slug),
    notice: page.isPublished ? null : 'this page is not published',
    body: html`<article>
      ${pageTitle(page.title)}
      <div class="wide text-page prose">${text}</div>
    </article>`,
  };
}

/** 9.15: one search over news, programs and pages. */
export function searchPage({ site, to, place }: Drawn, typed: string, found: Found | null): Content {
  const hits = found ? hitsOf(found, { site, to, place }) : [];
  return {
    title: typed ? `Search: ${typed}` : 'Search',
    description: `Search news, programmes and pages of ${site.name}.`,
    path: null,
    body: html`${pageTitle('Search')}
      <div class="wide text-page">
        ${searchForm(to, 'page-search', place, typed)}
        <p class="found" role="status">
          ${!found ? (typed ? 'Type at least one letter or digit.' : 'Type a name, a programme or an event.') : hits.length ? `${found.isMore ? `The first ${countOf(hits.length, 'result')}` : countOf(hits.length, 'result')} for “${typed}”` : `No results for “${typed}”. Try fewer or shorter words.`}
        </p>
        <ul class="hits">
          ${hits.map(
            ({ href, title, kind, text }) =>
              html`<li>
                <p class="date">${kind}</p>
                <h2><a href="${href}">${title}</a></h2>
                ${text && html`<p>${text}</p>`}
              </li>`,
          )}
        </ul>
        ${found?.isMore && html`<p class="nothing">These are the first ${count(hits.length)} results. Add a word to find the others.</p>`}
      </div>`,
  };
}

const hitsOf = ({ posts, pages, programs }: Found, { site, to }: Drawn) => [
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

export function lostPage({ site, to, place }: Drawn): Content {
  return {
    title: 'Not found',
    description: `This page does not exist on the site of ${site.name}.`,
    path: null,
    body: html`${pageTitle('Page not found')}
      <div class="wide text-page">
        <p class="lead">
          The address may be misspelt, or the page may have moved. Search for it, or go to the
          <a href="${to.home}">home page</a>.
        </p>
        ${searchForm(to, 'page-search', place)}
      </div>`,
  };
}
