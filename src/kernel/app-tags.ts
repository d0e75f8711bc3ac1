import type { ActorInstitution } from './actor.ts';
import { appKeyOf, productKey } from './secrets/app-key.ts';

/** A small product icon that needs no request. */
const mark = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#2B3A8F"/><g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="12" cy="12" r="7" stroke-dasharray="0.1 3.56" stroke-width="2"/><path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2"/></g><circle cx="12" cy="12" r="1.3" fill="#e3b341"/></svg>',
);

type Identity = Pick<ActorInstitution, 'id' | 'accent' | 'logoFileId' | 'shortName'>;

/** A tag of a document's head with its attributes. */
export type HeadTag = ['link' | 'meta', Record<string, string>];

/**
 * 9.14: the tags that make a page installable as the institution's app, or as the product without an institution.
 * `start` is the site that the app opens, if the main address shows another one.
 */
export function appTags(secret: Buffer, institution?: Identity | null, start = ''): HeadTag[] {
  const key = institution ? appKeyOf(secret, institution.id) : productKey;
  const version = institution ? (institution.logoFileId ?? institution.accent.slice(1)) : '2B3A8F';
  const icon = (name: string) => `/app/${key}/${name}?v=${version}`;
  const manifest = `/app/${key}/manifest.webmanifest${start && `?start=${encodeURIComponent(start)}`}`;
  const scheme = (name: 'light' | 'dark', content: string): HeadTag => [
    'meta',
    { name: 'theme-color', media: `(prefers-color-scheme: ${name})`, content },
  ];
  return [
    ['link', { rel: 'manifest', href: manifest }],
    ['link', { rel: 'icon', href: institution?.logoFileId ? icon('icon-48.png') : `data:image/svg+xml,${mark}` }],
    ['link', { rel: 'apple-touch-icon', href: icon('icon-180.png') }],
    ['meta', { name: 'apple-mobile-web-app-title', content: institution?.shortName ?? 'Akada' }],
    scheme('light', '#ffffff'),
    scheme('dark', '#1a1c26'),
  ];
}
