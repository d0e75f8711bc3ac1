import { formatDay, today } from '#kernel/dates.ts';
import { markdownHtml } from '../markdown.ts';
import type { Content, Drawn } from './document.ts';
import { fileOf, pictureTag } from './picture.ts';
import { html, trusted, type Markup } from './html.ts';
import { icon } from './icons.ts';
import type { PostRow, PostText } from './news.queries.ts';
import { pageTitle } from './page-title.ts';

export const newsPerPage = 10;

/** The date in the school's time zone: 20 Nov 2026. */
export const dayIn = (at: Date, timeZone: string): Markup => {
  const day = today(timeZone, at);
  return html`<time datetime="${day}">${formatDay(day)}</time>`;
};

/** The preview banner of a post that is not published yet. */
export const postNotice = ({ status, at }: Pick<PostRow, 'status' | 'at'>, timeZone: string): string | null => {
  if (status === 'draft') return 'this post is a draft';
  return at > new Date() ? `this post is not published yet; it appears on ${formatDay(today(timeZone, at))}` : null;
};

export function newsList({ site, to, place }: Drawn, posts: PostRow[], page: number, total: number): Content {
  const pages = Math.max(1, Math.ceil(total / newsPerPage));
  return {
    title: page > 1 ? `News, page ${page}` : 'News',
    description: `What happens at ${site.name}: announcements, results and reports.`,
    path: to.news(page),
    body: html`${pageTitle('News')}
      <div class="wide text-page">
        ${
          posts.length
            ? html`<ul class="posts">
                ${posts.map((post) => {
                  const notice = place.isPreview && postNotice(post, site.timeZone);
                  return html`<li class="post-card">
                    ${pictureTag(post.picture, { sizes: '(min-width: 700px) 260px, 100vw' }) ?? html`<div class="no-picture">${icon('news', 32)}</div>`}
                    <div>
                      <p class="date">
                        ${dayIn(post.at, site.timeZone)} ${notice && html`<span class="tag">${notice}</span>`}
                      </p>
                      <h2><a href="${to.post(post.slug)}">${post.title}</a></h2>
                      <p>${post.summary}</p>
                    </div>
                  </li>`;
                })}
              </ul>`
            : html`<p class="nothing">There is no news yet.</p>`
        }
        ${
          pages > 1 &&
          html`<nav class="pager" aria-label="Pages of news">
            ${page > 1 ? html`<a class="button" rel="prev" href="${to.news(page - 1)}">Newer</a>` : html`<span></span>`}
            <span>Page ${page} of ${pages}</span>
            ${page < pages ? html`<a class="button" rel="next" href="${to.news(page + 1)}">Older</a>` : html`<span></span>`}
          </nav>`
        }
      </div>`,
  };
}

export async function postPage({ site, to }: Drawn, post: PostText): Promise<Content> {
  const text = trusted(await markdownHtml(post.body));
  const picture = post.picture && fileOf(post.picture);
  return {
    title: post.title,
    description: post.summary,
    path: to.post(post.slug),
    picture,
    kind: 'article',
    notice: postNotice(post, site.timeZone),
    facts: {
      '@type': 'NewsArticle',
      headline: post.title,
      datePublished: post.at.toISOString(),
      dateModified: post.updatedAt.toISOString(),
      author: { '@type': 'Person', name: post.author },
      publisher: { '@type': 'EducationalOrganization', name: site.name },
      ...(picture && { image: new URL(picture, to.full('/')).href }),
    },
    body: html`<article>
      ${pageTitle(post.title, {
        above: html`<p class="crumbs"><a href="${to.news()}">News</a></p>`,
        below: html`<p class="byline">${dayIn(post.at, site.timeZone)} · ${post.author}</p>`,
      })}
      <div class="wide text-page">
        <p class="lead">${post.summary}</p>
        ${pictureTag(post.picture, { sizes: '(min-width: 860px) 812px, 100vw', isFirst: true })}
        <div class="prose">${text}</div>
        <p class="onward"><a class="more" href="${to.news()}">All news ${icon('arrow-right', 18)}</a></p>
      </div>
    </article>`,
  };
}
