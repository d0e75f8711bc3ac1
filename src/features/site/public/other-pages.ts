import { formatDay, today } from '#kernel/dates.ts';
import { count, countOf, money } from '#ui/format.ts';
import { programLabel } from '#features/structure/catalogue/program-label.ts';
import { markdownHtml } from '../markdown.ts';
import type { Content, Drawn } from './document.ts';
import { searchForm } from './site-header.ts';
import { html, trusted, type Markup } from './html.ts';
import { plainText } from './markdown-text.ts';
import type { findPage } from './news.queries.ts';
import { pageTitle } from './page-title.ts';
import type { OfferedProgram } from './programs.queries.ts';
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

/** `open` are the programs that can be applied for now. */
export function programsPage({ site, to }: Drawn, programs: OfferedProgram[], open: ReadonlySet<number>): Content {
  return {
    title: 'Programmes',
    description: `Programmes at ${site.name}: ${plainText(programs.map(({ name }) => name).join(', '), 120) || 'our programmes'}.`,
    path: to.programs(),
    body: html`${pageTitle('Programmes')}
      <div class="wide text-page">
        ${
          programs.length > 3 &&
          html`<nav class="chips" aria-label="Programmes">
            <ul>
              ${programs.map(({ id, name }) => html`<li><a href="#program-${id}">${name}</a></li>`)}
            </ul>
          </nav>`
        }
        ${programs.length ? programs.map((program) => programSection(program, site.currency, open.has(program.id) && to.apply(program.id))) : html`<p class="nothing">No programmes are open for applications.</p>`}
      </div>`,
  };
}

function programSection(program: OfferedProgram, currency: string, apply: string | false): Markup {
  const facts: [string, string][] = [
    ['Code', program.code],
    ...(program.classes.length ? [['Classes', program.classes.join(', ')] as [string, string]] : []),
    ...(program.minimumAge ? [['Age', `From ${countOf(program.minimumAge, 'year')}`] as [string, string]] : []),
    ...(program.seats ? [['Seats', String(program.seats)] as [string, string]] : []),
    ['Application fee', program.applicationFee ? money(program.applicationFee, currency) : 'None'],
    ...(program.requiresPin ? [['Requirement', 'You need a registration pin.'] as [string, string]] : []),
  ];
  return html`<section
    class="program"
    id="program-${program.id}"
    aria-labelledby="program-${program.id}-name"
    tabindex="-1"
  >
    <h2 id="program-${program.id}-name">${programLabel(program)}</h2>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${
      apply &&
      html`<p class="apply">
        <a class="button strong" href="${apply}">Apply<span class="visually-hidden"> for ${program.name}</span></a>
      </p>`
    }
  </section>`;
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
