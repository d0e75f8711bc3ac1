import { carousel } from './carousel.ts';
import type { Drawn } from './document.ts';
import type { HomeContent } from './home.queries.ts';
import { html, type Markup } from './html.ts';
import { icon } from './icons.ts';
import { dayIn } from './news.ts';
import { pictureTag } from './picture.ts';
import { safeHref } from './safe-href.ts';
import { linkWords } from './home-sections.ts';

export function newsAndLife(drawn: Drawn, { posts, slideshow }: HomeContent): Markup | null {
  if (!posts.length && !slideshow.length) return null;
  return html`<div class="band tinted">
    <div class="wide ${posts.length && slideshow.length ? 'halves' : ''}">${life(slideshow)}${news(drawn, posts)}</div>
  </div>`;
}

function life(all: HomeContent['slideshow']): Markup | null {
  const slides = all.flatMap((slide) => {
    const picture = pictureTag(slide.picture, { sizes: '(min-width: 900px) 600px, 100vw' });
    const href = safeHref(slide.linkHref);
    if (!picture) return [];
    return [
      {
        label: slide.title,
        content: html`<figure>
          ${picture}
          <figcaption>
            <b>${slide.title}</b> ${slide.body && html`<span>${slide.body}</span>`}
            ${href && slide.linkLabel && html`<a href="${href}">${linkWords(slide.linkLabel, slide.title)}</a>`}
          </figcaption>
        </figure>`,
      },
    ];
  });
  if (!slides.length) return null;
  return html`<section>
    <h2 id="school-life">School life</h2>
    ${carousel({ label: 'Pictures of school life', className: 'slideshow', slides, every: 6 })}
  </section>`;
}

function news({ site, to }: Drawn, posts: HomeContent['posts']): Markup | null {
  if (!posts.length) return null;
  const slides = posts.map((post) => ({
    label: post.title,
    content: html`<article class="brief">
      ${pictureTag(post.picture, { sizes: '160px' }) ?? html`<div class="no-picture">${icon('news', 28)}</div>`}
      <div>
        <p class="date">${dayIn(post.at, site.timeZone)}</p>
        <h3><a href="${to.post(post.slug)}">${post.title}</a></h3>
        <p class="summary">${post.summary}</p>
      </div>
    </article>`,
  }));
  return html`<section>
    <div class="head">
      <h2 id="latest-news">News</h2>
      <a class="more" href="${to.news()}">All news ${icon('arrow-right', 18)}</a>
    </div>
    ${carousel({ label: 'Latest news', className: 'news-slides', slides, isVertical: true })}
  </section>`;
}
