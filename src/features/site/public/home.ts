import { programLabel } from '#features/structure/catalogue/program-label.ts';
import { carousel } from './carousel.ts';
import type { Content, Drawn } from './document.ts';
import type { HomeContent } from './home.queries.ts';
import { html, type Markup } from './html.ts';
import { icon } from './icons.ts';
import { cloth } from './motifs.ts';
import { dayIn } from './news.ts';
import { phoneLink } from './phone-link.ts';
import { fileOf, pictureTag } from './picture.ts';
import { safeHref } from './safe-href.ts';
import { signInCard } from './sign-in-card.ts';

/** The home page of a school: a slider next to the sign-in form, then the other lists. */
export function homePage(drawn: Drawn, content: HomeContent): Content {
  const { site, to } = drawn;
  const first = content.slider.find(({ picture }) => picture)?.picture;
  return {
    title: null,
    description: site.intro ?? site.headline ?? site.motto ?? `The home page of ${site.name}.`,
    path: to.home,
    picture: first && fileOf(first),
    facts: organisation(drawn),
    body: html`${hero(drawn, content)} ${features(drawn, content)} ${newsAndLife(drawn, content)}
    ${offers(drawn, content)} ${testimonials(content)} ${sisters(content)}`,
  };
}

export function organisation({ site, to }: Drawn): object {
  return {
    '@type': 'EducationalOrganization',
    name: site.name,
    url: to.full(to.home),
    ...(site.motto && { slogan: site.motto }),
    ...(site.phone && { telephone: site.phone }),
    ...(site.email && { email: site.email }),
    ...(site.logoFileId && { logo: new URL(to.logo(site.logoFileId), to.full('/')).href }),
    ...((site.address || site.city) && {
      address: {
        '@type': 'PostalAddress',
        ...(site.address && { streetAddress: site.address }),
        ...(site.city && { addressLocality: site.city }),
      },
    }),
  };
}

function hero(drawn: Drawn, { slider }: HomeContent): Markup {
  const { site, place } = drawn;
  const slides = slider.flatMap((slide, at) => {
    const picture = pictureTag(slide.picture, {
      sizes: '(min-width: 1240px) 820px, (min-width: 900px) 66vw, 100vw',
      isFirst: at === 0,
    });
    return picture ? [{ label: slide.title, content: html`${picture}${caption(slide)}` }] : [];
  });
  const intro = site.intro ?? [site.motto, site.city].filter(Boolean).join(' · ');
  const welcome = html`<div class="welcome">
    <h1 id="welcome">${site.headline ?? site.name}</h1>
    ${intro && html`<p>${intro}</p>`}
  </div>`;
  // Without pictures the welcome text takes their place.
  return html`<section class="hero" aria-labelledby="welcome">
    ${cloth('hero-cloth')}
    <div class="wide">
      ${slides.length > 0 && welcome}
      <div class="beside ${slides.length ? '' : 'no-slides'}">
        ${
          slides.length
            ? carousel({ label: `Welcome to ${site.shortName}`, className: 'slider', slides, every: 7 })
            : welcome
        }
        <div class="aside">${signInCard(place)} ${contacts(drawn)}</div>
      </div>
    </div>
  </section>`;
}

/** Contact details next to the form if there is room; the footer always has them. */
const contacts = ({ site: { phone, email }, place }: Drawn): Markup | false =>
  Boolean(phone ?? email) &&
  html`<div class="contacts">
    <p>${place.isSignedIn ? 'The school office' : 'New here? Contact the school office.'}</p>
    ${phone && html`<p>${icon('phone', 18)} ${phoneLink(phone)}</p>`}
    ${email && html`<p>${icon('mail', 18)} <a href="mailto:${email}">${email}</a></p>`}
  </div>`;

function caption({ title, body, linkLabel, linkHref }: HomeContent['slider'][number]): Markup {
  const href = safeHref(linkHref);
  return html`<div class="caption">
    <h2>${title}</h2>
    ${body && html`<p>${body}</p>`}
    ${href && linkLabel && html`<a class="more" href="${href}">${linkWords(linkLabel, title)} ${icon('arrow-right', 18)}</a>`}
  </div>`;
}

/** 'Read more' is too vague for screen reader users who list links. */
const linkWords = (label: string, title: string): Markup =>
  html`${label}<span class="visually-hidden">: ${title}</span>`;

function features({ site }: Drawn, { features: all }: HomeContent): Markup | null {
  if (!all.length) return null;
  const slides = all.map(({ icon: name, title, body, linkHref }) => {
    const href = safeHref(linkHref);
    return {
      label: title,
      content: html`<div class="feature">
        <span class="disc">${icon(name, 24)}</span>
        <h3>${href ? html`<a href="${href}">${title}</a>` : title}</h3>
        <p>${body}</p>
      </div>`,
    };
  });
  return html`<section class="band">
    <div class="wide">
      <h2 id="features">Why ${site.shortName}?</h2>
      ${carousel({ label: 'Features', className: 'features', slides })}
    </div>
  </section>`;
}

function newsAndLife(drawn: Drawn, { posts, slideshow }: HomeContent): Markup | null {
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

function offers({ to }: Drawn, { programs }: HomeContent): Markup | null {
  if (!programs.length) return null;
  return html`<section class="band" aria-labelledby="offered-programs">
    <div class="wide">
      <div class="head">
        <h2 id="offered-programs">Programmes</h2>
        <a class="more" href="${to.programs()}">All programmes ${icon('arrow-right', 18)}</a>
      </div>
      <ul class="strip">
        ${programs.map(
          (program) =>
            html`<li>
              <a href="${to.programs(program.id)}"><b>${programLabel(program)}</b><span>${program.code}</span></a>
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}

function testimonials({ testimonials: all }: HomeContent): Markup | null {
  if (!all.length) return null;
  const slides = all.map(({ name, relation, quote, picture }) => ({
    label: `${name}, ${relation}`,
    content: html`<figure class="quote">
      <blockquote>${quote}</blockquote>
      <figcaption>
        ${pictureTag(picture, { sizes: '56px' })}<span><b>${name}</b> <span>${relation}</span></span>
      </figcaption>
    </figure>`,
  }));
  return html`<section class="band said">
    <div class="wide">
      <h2 id="said">What families and students say</h2>
      ${carousel({ label: 'Voices of families and students', className: 'testimonials', slides, every: 9 })}
    </div>
  </section>`;
}

function sisters({ sisters: all }: HomeContent): Markup | null {
  if (!all.length) return null;
  return html`<section class="band" aria-labelledby="our-schools">
    <div class="wide">
      <h2 id="our-schools">Our other schools</h2>
      <ul class="strip">
        ${all.map(
          ({ slug, name, city, motto }) =>
            html`<li>
              <a href="/sites/${slug}"><b>${name}</b><span>${[city, motto].filter(Boolean).join(' · ')}</span></a>
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}
