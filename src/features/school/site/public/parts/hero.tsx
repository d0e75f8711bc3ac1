import type { HomeContent } from '../news.queries.ts';
import { safeHref } from '../safe-href.ts';
import { MoreLink, LinkText, isShown, Picture } from './icon.tsx';
import { Cloth, Contacts } from './page-title.tsx';
import { useDrawn } from './use-drawn.ts';
import type { ReactNode } from 'react';

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
          <LinkText label={linkLabel} title={title} />
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

/** The sign-in form of the home page, or the way in. */
function SignInCard() {
  const { isSignedIn, app } = useDrawn().place;
  if (isSignedIn)
    return (
      <Card title="You are signed in">
        <p>Your students, classes and everything else are one step away.</p>
        <a className="button strong" href="/">
          Open Akada
        </a>
      </Card>
    );
  // Sign-in happens only at the app's own address, whatever host shows the school.
  if (app)
    return (
      <Card title="Sign in">
        <p>For staff, students and parents, at {new URL(app).host}.</p>
        <a className="button strong" href={`${app}/sign-in`}>
          Sign in
        </a>
      </Card>
    );
  return (
    <Card title="Sign in">
      <p>For staff, students and parents.</p>
      <SignInForm />
      <p className="after">
        <a href="/forgot-password">Forgot your password?</a>
      </p>
    </Card>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sign-in" aria-labelledby="sign-in">
    <h2 id="sign-in">{title}</h2>
    {children}
  </section>
);

/** A script names its fields; without it the button only opens the sign-in page, so that no password ends up in a URL. */
const SignInForm = () => (
  <form action="/sign-in" method="get" data-sign-in="">
    <p className="trouble" role="alert" data-trouble="" />
    <label htmlFor="identifier">Username, e-mail or phone</label>
    <input
      id="identifier"
      data-name="identifier"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      aria-describedby="identifier-error"
    />
    <p className="error" id="identifier-error" />
    <label htmlFor="password">Password</label>
    <input
      id="password"
      data-name="password"
      type="password"
      autoComplete="current-password"
      maxLength={500}
      aria-describedby="password-error"
    />
    <p className="error" id="password-error" />
    <button className="button strong">Sign in</button>
  </form>
);

interface Slide {
  label: string;
  content: ReactNode;
}

interface CarouselProps {
  /** The accessible name. */
  label: string;
  className: string;
  slides: Slide[];
  /** Seconds between automatic slides. */
  every?: number;
  isVertical?: boolean;
}

/** A scroll-snapping carousel for touch, wheel and keyboard that works without script. src/web/public/carousel.ts adds buttons, dots and automatic slides. */
export const Carousel = ({ label, className, slides, every, isVertical = false }: CarouselProps) => (
  <section
    className={`carousel ${className}`}
    aria-roledescription="carousel"
    aria-label={label}
    data-carousel={isVertical ? 'y' : 'x'}
    data-every={every}
  >
    {/* Scrolled with the arrow keys. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className="track" tabIndex={0} role="group" aria-label={`Slides of ${label}`} data-track="">
      {slides.map(({ label: name, content }, at) => (
        <div
          key={at}
          className="slide"
          role="group"
          aria-roledescription="slide"
          aria-label={`${at + 1} of ${slides.length}: ${name}`}
          data-name={name}
        >
          {content}
        </div>
      ))}
    </div>
    <div className="controls" data-controls="" />
  </section>
);
