import { programLabel } from '#features/school/structure/catalogue/program-label.ts';
import type { HomeContent } from '../home.queries.ts';
import { safeHref } from '../safe-href.ts';
import { Carousel } from './carousel.tsx';
import { Icon } from './icon.tsx';
import { MoreLink } from './more-link.tsx';
import { isShown, Picture } from './picture.tsx';
import { useDrawn } from './use-drawn.ts';

export function Features({ features }: Pick<HomeContent, 'features'>) {
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

export function Programs({ open, programs }: Pick<HomeContent, 'open' | 'programs'>) {
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

export function Testimonials({ testimonials }: Pick<HomeContent, 'testimonials'>) {
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

export function Sisters({ sisters }: Pick<HomeContent, 'sisters'>) {
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
