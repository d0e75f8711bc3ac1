import type { ReactNode } from 'react';
import { Document } from '#web/public-pages/document.tsx';
import { Icon } from './icon.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { accentPalette, contrast, mix, type Scheme } from '#ui/theme/accent.ts';
import { useDrawn } from './use-drawn.ts';
import { JsonScript } from '#web/public-pages/json-script.tsx';
import type { SiteFrame } from '../frame.queries.ts';

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
