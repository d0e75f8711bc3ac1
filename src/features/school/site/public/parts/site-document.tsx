import type { ReactNode } from 'react';
import { Document } from '#web/public-pages/document.tsx';
import { Icon, SearchForm } from './icon.tsx';
import { accentPalette, contrast, mix, type Scheme } from '#ui/theme/accent.ts';
import { useDrawn } from './use-drawn.ts';
import { JsonScript } from '#web/public-pages/json-script.tsx';
import type { SiteFrame } from '../drawn-pages.ts';
import { clockDay } from '#ui/plain/clock-text.ts';
import { Mark, SiteFooter, MenuLinks } from './page-title.tsx';

interface SiteDocumentProps extends Described {
  /** The text of the preview banner. */
  notice?: string | null;
  children: ReactNode;
}

/** The frame of every page of a site. */
export function SiteDocument({ notice, children, ...described }: SiteDocumentProps) {
  const { site, place } = useDrawn();
  const said = notice ?? (site.isPublished ? 'as visitors see it' : 'this site is not published');
  return (
    <Document
      title={titleOf(site, described.title)}
      head={<SiteHead {...described} />}
      html={{ style: colours(site.accent) }}
      body={{ id: 'top' }}
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      {place.isPreview && (
        <p className="preview" role="note">
          Preview: {said}
        </p>
      )}
      <SiteHeader path={described.path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <a className="to-top" href="#top" aria-label="Back to top" data-to-top="">
        <Icon name="arrow-up" />
      </a>
    </Document>
  );
}

/** The institution's accent colour and a version dark enough for white text in both schemes, as properties of a style. */
export function colours(accent: string): Record<`--${string}`, string> {
  const valid = /^#[0-9a-f]{6}$/i.test(accent) ? accent : '#2b3a8f';
  const of = (scheme: Scheme) => {
    const cloth = clothOf(valid, scheme);
    return Object.entries({ ...accentPalette(valid, scheme), cloth, 'cloth-line': mix('#ffffff', cloth, 0.34) }).map(
      ([name, value]) => [`--${name}-${scheme}`, value],
    );
  };
  return Object.fromEntries([...of('light'), ...of('dark')]) as Record<`--${string}`, string>;
}

function clothOf(accent: string, scheme: Scheme): string {
  const wanted = scheme === 'light' ? 9 : 13;
  for (let share = 0.1; share < 1; share += 0.05) {
    const colour = mix('#12131a', accent, share);
    if (contrast(colour, '#ffffff') >= wanted) return colour;
  }
  return '#12131a';
}

/** What a page says of itself to browsers, search engines and link previews. */
interface Described {
  /** The title without the school's name; null on the home page. */
  title: string | null;
  description: string;
  /** Null for pages that search engines must not index. */
  path: string | null;
  /** URL of the picture for link previews. */
  picture?: string | null;
  kind?: 'website' | 'article';
  facts?: object;
}

const titleOf = ({ headline, name }: SiteFrame, title: string | null): string =>
  title ? `${title} · ${name}` : headline ? `${name} · ${headline}` : name;

function SiteHead({ title, description, path, picture, kind = 'website', facts }: Described) {
  const { site, to, place } = useDrawn();
  const isListed = path !== null && site.isPublished && !place.isPreview;
  const address = isListed ? to.full(path) : null;
  return (
    <>
      <meta name="description" content={description} />
      {address ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
      {!place.isAlone && (
        <link rel="alternate" type="application/atom+xml" title={`News of ${site.name}`} href={to.feed} />
      )}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={kind} />
      {address && <meta property="og:url" content={address} />}
      {picture && <meta property="og:image" content={new URL(picture, to.full('/')).href} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      {facts && <JsonScript type="application/ld+json" value={{ '@context': 'https://schema.org', ...facts }} />}
    </>
  );
}

/** The number of pages that fit; the footer lists all. */
const inHeader = 12;

function SiteHeader({ path }: { path: string | null }) {
  const { now, site, to, place } = useDrawn();
  if (place.isAlone)
    return (
      <header className="top">
        <div className="wide bar">
          <span className="brand">
            <Mark size={44} />
            <SiteName />
          </span>
        </div>
      </header>
    );
  return (
    <header className="top">
      <div className="wide bar">
        <a className="brand" href={to.home}>
          <Logo />
          <SiteName />
        </a>
        <a className="tool search-toggle" href={to.search} aria-label="Search" data-toggle="site-search">
          <Icon name="search" />
        </a>
        <a className="tool menu-toggle" href="#site-map" aria-label="Menu" data-toggle="site-menu">
          <Icon name="menu-2" />
        </a>
        <SearchForm id="site-search" />
        <a className="button" href={place.isSignedIn ? '/' : `${place.app}/sign-in`}>
          {place.isSignedIn ? 'Open Akada' : 'Sign in'}
        </a>
      </div>
      <div className="wide below">
        <nav id="site-menu" className="menu" aria-label="Pages">
          <MenuLinks path={path} most={inHeader} />
        </nav>
        <time className="clock" data-clock={site.timeZone}>
          {clockDay(now, site.timeZone)}
        </time>
      </div>
    </header>
  );
}

function Logo() {
  const { site, to } = useDrawn();
  if (!site.logoFileId) return <Mark size={44} />;
  // The pictures of the page come first. Without a priority React would have the logo preloaded before them.
  return <img src={to.logo(site.logoFileId)} alt="" width="44" height="44" fetchPriority="low" />;
}

function SiteName() {
  const { motto, name, shortName } = useDrawn().site;
  return (
    <span>
      <b className="long">{name}</b>
      <b className="short">{shortName}</b>
      {motto && <small>{motto}</small>}
    </span>
  );
}
