import type { HomeContent } from '../home.queries.ts';
import { safeHref } from '../safe-href.ts';
import { Carousel } from './carousel.tsx';
import { LinkWords } from './link-words.tsx';
import { MoreLink } from './more-link.tsx';
import { Cloth } from './motifs.tsx';
import { isShown, Picture } from './picture.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { Contacts } from './site-footer.tsx';
import { useDrawn } from './use-drawn.ts';

/** The slider next to the sign-in form. */
export function Hero({ open, slider }: Pick<HomeContent, 'open' | 'slider'>) {
  const { site } = useDrawn();
  const slides = slider.flatMap(({ picture, ...slide }, at) =>
    isShown(picture)
      ? [
          {
            label: slide.title,
            content: (
              <>
                <Picture
                  picture={picture}
                  sizes="(min-width: 1240px) 820px, (min-width: 900px) 66vw, 100vw"
                  isFirst={at === 0}
                />
                <Caption {...slide} />
              </>
            ),
          },
        ]
      : [],
  );
  const welcome = <Welcome canApply={open.size > 0} />;
  const hasSlides = slides.length > 0;
  // Without pictures the welcome text takes their place.
  return (
    <section className="hero" aria-labelledby="welcome">
      <Cloth name="hero-cloth" />
      <div className="wide">
        {hasSlides && welcome}
        <div className={hasSlides ? 'beside' : 'beside no-slides'}>
          {hasSlides ? (
            <Carousel label={`Welcome to ${site.shortName}`} className="slider" slides={slides} every={7} />
          ) : (
            welcome
          )}
          <div className="aside">
            <SignInCard /> <Office />
          </div>
        </div>
      </div>
    </section>
  );
}

function Welcome({ canApply }: { canApply: boolean }) {
  const { site, to } = useDrawn();
  const intro = site.intro ?? [site.motto, site.city].filter(Boolean).join(' · ');
  return (
    <div className="welcome">
      <h1 id="welcome">{site.headline ?? site.name}</h1>
      {intro && <p>{intro}</p>}
      {canApply && (
        <p className="apply">
          <a className="button" href={to.apply()}>
            Apply now
          </a>
        </p>
      )}
    </div>
  );
}

type SlideText = Pick<HomeContent['slider'][number], 'title' | 'body' | 'linkLabel' | 'linkHref'>;

function Caption({ title, body, linkLabel, linkHref }: SlideText) {
  const href = safeHref(linkHref);
  return (
    <div className="caption">
      <h2>{title}</h2>
      {body && <p>{body}</p>}
      {href && linkLabel && (
        <MoreLink href={href}>
          <LinkWords label={linkLabel} title={title} />
        </MoreLink>
      )}
    </div>
  );
}

/** Contact details next to the form if there is room; the footer always has them. */
function Office() {
  const { site, place } = useDrawn();
  if (!(site.phone ?? site.email)) return null;
  return (
    <div className="contacts">
      <p>{place.isSignedIn ? 'The school office' : 'New here? Contact the school office.'}</p>
      <Contacts />
    </div>
  );
}
