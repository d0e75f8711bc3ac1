import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { Hero, Carousel } from './parts/hero.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import { fileOf } from './picture-files.ts';
import type { homePage } from './public.routes.ts';
import type { SiteView } from './drawn-pages.ts';
import type { HomeContent } from './news.queries.ts';
import { safeHref } from './safe-href.ts';
import { Day } from './parts/day.tsx';
import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import { Icon, MoreLink, LinkText, isShown, Picture, PostPicture } from './parts/icon.tsx';

/** The home page of a school: a slider next to the sign-in form, then the other lists. */
export default function Home(content: PropsOfPublic<typeof homePage>) {
  const drawn = useDrawn();
  const { site, to } = drawn;
  const first = content.slider.find(({ picture }) => picture)?.picture;
  return (
    <SiteDocument
      title={null}
      description={site.intro ?? site.headline ?? site.motto ?? `The home page of ${site.name}.`}
      path={to.home}
      picture={first && fileOf(first)}
      facts={organisation(drawn)}
    >
      <Hero {...content} />
      <Features {...content} />
      <NewsAndLife {...content} />
      <Programs {...content} />
      <Testimonials {...content} />
      <Sisters {...content} />
    </SiteDocument>
  );
}

/** The school, for search engines. */
function organisation({ site, to }: SiteView): object {
  return {
    '@type': 'EducationalOrganization',
    name: site.name,
    url: to.full(to.home),
    ...(site.motto && { slogan: site.motto }),
    ...(site.establishedYear && { foundingDate: String(site.establishedYear) }),
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

function NewsAndLife({ posts, slideshow }: Pick<HomeContent, 'posts' | 'slideshow'>) {
  if (!posts.length && !slideshow.length) return null;
  return (
    <div className="band tinted">
      <div className={posts.length && slideshow.length ? 'wide halves' : 'wide'}>
        <SchoolLife slideshow={slideshow} />
        <News posts={posts} />
      </div>
    </div>
  );
}

function SchoolLife({ slideshow }: Pick<HomeContent, 'slideshow'>) {
  const slides = slideshow.flatMap(({ picture, title, body, linkHref, linkLabel }) => {
    const href = safeHref(linkHref);
    if (!isShown(picture)) return [];
    const content = (
      <figure>
        <Picture picture={picture} sizes="(min-width: 900px) 600px, 100vw" />
        <figcaption>
          <b>{title}</b> {body && <span>{body}</span>}{' '}
          {href && linkLabel && (
            <a href={href}>
              <LinkText label={linkLabel} title={title} />
            </a>
          )}
        </figcaption>
      </figure>
    );
    return [{ label: title, content }];
  });
  if (!slides.length) return null;
  return (
    <section>
      <h2 id="school-life">School life</h2>
      <Carousel label="Pictures of school life" className="slideshow" slides={slides} every={6} />
    </section>
  );
}

function News({ posts }: Pick<HomeContent, 'posts'>) {
  const { to } = useDrawn();
  if (!posts.length) return null;
  const slides = posts.map(({ at, picture, slug, summary, title }) => ({
    label: title,
    content: (
      <article className="brief">
        <PostPicture picture={picture} sizes="160px" icon={28} />
        <div>
          <p className="date">
            <Day at={at} />
          </p>
          <h3>
            <a href={to.post(slug)}>{title}</a>
          </h3>
          <p className="summary">{summary}</p>
        </div>
      </article>
    ),
  }));
  return (
    <section>
      <div className="head">
        <h2 id="latest-news">News</h2> <MoreLink href={to.news()}>All news</MoreLink>
      </div>
      <Carousel label="Latest news" className="news-slides" slides={slides} isVertical />
    </section>
  );
}

function Features({ features }: Pick<HomeContent, 'features'>) {
  const { site } = useDrawn();
  if (!features.length) return null;
  const slides = features.map(({ icon, title, body, linkHref }) => {
    const href = safeHref(linkHref);
    return {
      label: title,
      content: (
        <div className="feature">
          <span className="disc">
            <Icon name={icon} size={24} />
          </span>
          <h3>{href ? <a href={href}>{title}</a> : title}</h3>
          <p>{body}</p>
        </div>
      ),
    };
  });
  return (
    <section className="band">
      <div className="wide">
        <h2 id="features">Why {site.shortName}?</h2>
        <Carousel label="Features" className="features" slides={slides} />
      </div>
    </section>
  );
}

function Programs({ open, programs }: Pick<HomeContent, 'open' | 'programs'>) {
  const { to } = useDrawn();
  if (!programs.length) return null;
  return (
    <section className="band" aria-labelledby="offered-programs">
      <div className="wide">
        <div className="head">
          <h2 id="offered-programs">Programmes</h2> <MoreLink href={to.programs()}>All programmes</MoreLink>
        </div>
        <ul className="strip">
          {programs.map((program) => (
            <li key={program.id}>
              <a href={to.programs(program.id)}>
                <b>{programLabel(program)}</b>
                <span>
                  {program.code}
                  {open.has(program.id) && ' · open for applications'}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Testimonials({ testimonials }: Pick<HomeContent, 'testimonials'>) {
  if (!testimonials.length) return null;
  const slides = testimonials.map(({ name, relation, quote, picture }) => ({
    label: `${name}, ${relation}`,
    content: (
      <figure className="quote">
        <blockquote>{quote}</blockquote>
        <figcaption>
          {isShown(picture) && <Picture picture={picture} sizes="56px" />}
          <span>
            <b>{name}</b> <span>{relation}</span>
          </span>
        </figcaption>
      </figure>
    ),
  }));
  return (
    <section className="band said">
      <div className="wide">
        <h2 id="said">What families and students say</h2>
        <Carousel label="Voices of families and students" className="testimonials" slides={slides} every={9} />
      </div>
    </section>
  );
}

function Sisters({ sisters }: Pick<HomeContent, 'sisters'>) {
  if (!sisters.length) return null;
  return (
    <section className="band" aria-labelledby="our-schools">
      <div className="wide">
        <h2 id="our-schools">Our other schools</h2>
        <ul className="strip">
          {sisters.map(({ slug, name, city, motto }) => (
            <li key={slug}>
              <a href={`/sites/${slug}`}>
                <b>{name}</b>
                <span>{[city, motto].filter(Boolean).join(' · ')}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
