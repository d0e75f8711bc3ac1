import { createHash } from 'node:crypto';
import type { Place } from './place.ts';
import { BLOG_SLIDES_SHOWN, FEATURE_SLIDES, SEARCH_TOGGLE_MAX_WIDTH } from '#ui/plain/constants.ts';

/** CSS derived from the specification's constants: slides per window width, and the search breakpoint. */
const fromConstants = [
  ...FEATURE_SLIDES.toReversed().map(
    ({ width, slides }) => `@media(min-width:${width}px){.features{--shown:${slides}}}`,
  ),
  `.news-slides{--shown:${BLOG_SLIDES_SHOWN}}`,
  `@media(max-width:${SEARCH_TOGGLE_MAX_WIDTH}px){.search-toggle{display:grid}.site-search:not([data-open]){display:none}}`,
].join('');

/** Public pages follow the device's colour scheme, while the app follows the user's choice. */
const withDevice = (css: string) =>
  css.replace(
    /@media screen\s*\{\s*:root\[data-color-scheme=['"]?dark['"]?\]/,
    '@media screen and (prefers-color-scheme:dark){:root',
  );

/** The inline styles of public pages, and the content security policy that allows only these and our own files. */
export function lookOf(css: string) {
  const styles = withDevice(css).replaceAll('</', '<\\/') + fromConstants;
  const hash = createHash('sha256').update(styles).digest('base64');
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'sha256-${hash}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    // A buyer's form is answered with the payment provider's address, which browsers check as well.
    `form-action 'self' https://*.paystack.com https://*.flutterwave.com`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
  return { styles, policy };
}
export type Look = ReturnType<typeof lookOf>;

/** On a host of the site, a buyer is also led to the product's own address: the test gateway is there. */
export const policyAt = ({ policy }: Look, { app }: Pick<Place, 'app'>): string =>
  app ? policy.replace(`form-action 'self'`, `form-action 'self' ${app}`) : policy;
