import { carousel } from './carousel.ts';
import type { Content, Drawn } from './document.ts';
import type { HomeContent } from './home.queries.ts';
import { html, type Markup } from './html.ts';
import { icon } from './icons.ts';
import { cloth } from './motifs.ts';
import { phoneLink } from './phone-link.ts';
import { fileOf, pictureTag } from './picture.ts';
import { signInCard } from './sign-in-card.ts';
import { caption, featuresSection, programsSection, testimonials, schoolsSection } from './home-sections.ts';
import { newsAndLife } from './news-sections.ts';

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
    body: html`${hero(drawn, content)} ${featuresSection(drawn, content)} ${newsAndLife(drawn, content)}
    ${programsSection(drawn, content)} ${testimonials(content)} ${schoolsSection(content)}`,
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

function hero(drawn: Drawn, { open, slider }: HomeContent): Markup {
  const { site, place, to } = drawn;
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
    ${open.size > 0 && html`<p class="apply"><a class="button" href="${to.apply()}">Apply now</a></p>`}
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
