import type { AppLinks } from '#kernel/app-tags.ts';

/** The tags that make a page installable: the same as appTags writes into other documents. */
export const AppTags = ({ manifest, icon, touchIcon, name }: AppLinks) => (
  <>
    <link rel="manifest" href={manifest} />
    <link rel="icon" href={icon} />
    <link rel="apple-touch-icon" href={touchIcon} />
    <meta name="apple-mobile-web-app-title" content={name} />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1c26" />
  </>
);
