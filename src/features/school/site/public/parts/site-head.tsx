import { JsonScript } from '#web/public-pages/json-script.tsx';
import type { SiteFrame } from '../frame.queries.ts';
import { useDrawn } from './use-drawn.ts';

/** What a page says of itself to browsers, search engines and link previews. */
export interface Described {
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

export const titleOf = ({ headline, name }: SiteFrame, title: string | null): string =>
  title ? `${title} · ${name}` : headline ? `${name} · ${headline}` : name;

export function SiteHead({ title, description, path, picture, kind = 'website', facts }: Described) {
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
