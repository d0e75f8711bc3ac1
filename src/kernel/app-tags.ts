import type { ActorInstitution } from './actor.ts';
import { appKeyOf, productKey } from './secrets/app-key.ts';

/** A small product icon that needs no request. */
const mark = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#2B3A8F"/><g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="12" cy="12" r="7" stroke-dasharray="0.1 3.56" stroke-width="2"/><path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2"/></g><circle cx="12" cy="12" r="1.3" fill="#e3b341"/></svg>',
);

type Identity = Pick<ActorInstitution, 'id' | 'accent' | 'logoFileId' | 'shortName'>;

/**
 * 9.14: the tags that make a page installable as the institution's app, or as the product without an institution.
 * `start` is the site that the app opens, if the main address shows another one.
 */
export const appTags = (secret: Buffer, institution?: Identity | null, start = ''): string => {
  const { manifest, icon, touchIcon, name } = appLinks(secret, institution, start);
  return [
    `<link rel="manifest" href="${manifest}">`,
    `<link rel="icon" href="${icon}">`,
    `<link rel="apple-touch-icon" href="${touchIcon}">`,
    `<meta name="apple-mobile-web-app-title" content="${escaped(name)}">`,
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1c26">',
  ].join('\n');
};

/** What these tags say. */
export interface AppLinks {
  manifest: string;
  icon: string;
  touchIcon: string;
  name: string;
}

export function appLinks(secret: Buffer, institution?: Identity | null, start = ''): AppLinks {
  const key = institution ? appKeyOf(secret, institution.id) : productKey;
  const version = institution ? (institution.logoFileId ?? institution.accent.slice(1)) : '2B3A8F';
  const icon = (name: string) => `/app/${key}/${name}?v=${version}`;
  return {
    manifest: `/app/${key}/manifest.webmanifest${start && `?start=${encodeURIComponent(start)}`}`,
    icon: institution?.logoFileId ? icon('icon-48.png') : `data:image/svg+xml,${mark}`,
    touchIcon: icon('icon-180.png'),
    name: institution?.shortName ?? 'Akada',
  };
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
