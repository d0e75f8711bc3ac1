import { programLabel } from '#features/structure/catalogue/program-label.ts';
import { carousel } from './carousel.ts';
import type { Drawn } from './document.ts';
import type { HomeContent } from './home.queries.ts';
import { html, type Markup } from './html.ts';
import { icon } from './icons.ts';
import { pictureTag } from './picture.ts';
import { safeHref } from './safe-href.ts';

export function caption({ title, body, linkLabel, linkHref }: HomeContent['slider'][number]): Markup {
  const href = safeHref(linkHref);
  return html`<div class="caption">
    <h2>${title}</h2>
    ${body && html`<p>${body}</p>`}
    ${href && linkLabel && html`<a class="more" href="${href}">${linkWords(linkLabel, title)} ${icon('arrow-right', 18)}</a>`}
  </div>`;
}

/** 'Read more' is too vague for screen reader users who list links. */
export const linkWords = (label: string, title: string): Markup =>
  html`${label}<span class="visually-hidden">: ${title}</span>`;

export function featuresSection({ site }: Drawn, { features: all }: HomeContent): Markup | null {
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

export function programsSection({ to }: Drawn, { open, programs }: HomeContent): Markup | null {
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
              <a href="${to.programs(program.id)}"
                ><b>${programLabel(program)}</b
                ><span>${program.code}${open.has(program.id) && ' · open for applications'}</span></a
              >
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}

export function testimonials({ testimonials: all }: HomeContent): Markup | null {
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

export function schoolsSection({ sisters: all }: HomeContent): Markup | null {
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
