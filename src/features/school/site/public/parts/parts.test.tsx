import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentContext } from '#web/public-pages/document-parts.ts';
import { featureIcons } from '../../items/feature-icons.ts';
import { type Place, type SiteFrame, type SiteParts, addressesOf } from '../drawn-pages.ts';
import { Carousel } from './hero.tsx';
import { Icon, MoreLink, Picture } from './icon.tsx';
import { SiteDocument } from './site-document.tsx';

const hostile = `"><img src=x onerror=alert(1)>`;
const harmless = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;';
const place: Place = {
  institutionId: 1,
  isPreview: false,
  origin: 'http://localhost',
  app: '',
  isFront: true,
  isSignedIn: false,
  isConfirmed: true,
  isAlone: false,
};
const site: SiteFrame = {
  slug: 'ilorin',
  isPublished: true,
  headline: hostile,
  intro: null,
  name: hostile,
  shortName: 'Ilorin',
  motto: null,
  establishedYear: null,
  address: null,
  city: null,
  phone: null,
  email: null,
  accent: '#2B3A8F',
  timeZone: 'Africa/Lagos',
  currency: 'NGN',
  countryId: 'NG',
  logoFileId: 7,
  menu: [{ slug: 'about', title: hostile }],
  links: [],
  hosts: [],
};
const parts: SiteParts = {
  place,
  site,
  to: addressesOf(site, place),
  now: new Date('2026-11-26T12:00:00Z'),
  csrf: '',
  app: [],
  styles: '',
  scripts: [],
};
const drawn = (part: ReactNode) => renderToStaticMarkup(<DocumentContext value={parts}>{part}</DocumentContext>);

test('hostile words of a school stay words, wherever its frame shows them', () => {
  const html = drawn(
    <SiteDocument title={null} description={hostile} path={parts.to.home} facts={{ name: hostile }}>
      x
    </SiteDocument>,
  );
  expect(html).not.toContain('<img src=x');
  expect(html).toContain(`<title>${harmless} · ${harmless}</title>`);
  expect(html).toContain(`<meta name="description" content="${harmless}"/>`);
  expect(html).toContain(`<a href="/sites/ilorin/pages/about">${harmless}</a>`);
});

test('a link that nobody has checked runs nothing', () => {
  expect(drawn(<MoreLink href="javascript:alert(1)">x</MoreLink>)).not.toContain('javascript:alert');
});

test('each icon of a feature has an outline of its own; an unknown name gets that of a school', () => {
  const of = (name: string) => drawn(<Icon name={name} />);
  expect(of('school')).toMatch(
    /^<svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="M[^"]+"><\/path><\/svg>$/,
  );
  const names = [...featureIcons, 'arrow-right', 'arrow-up', 'login-2', 'mail', 'map-pin', 'menu-2', 'news', 'phone'];
  const drawings = [...names, 'rss', 'search'].map(of);
  expect(new Set(drawings).size).toBe(drawings.length);
  for (const name of ['no-such-icon', '../outline/bus', hostile]) expect(of(name)).toBe(of('school'));
});

test('React preloads nothing by itself: pictures come in the order that the page asks for', () => {
  const sizes = [
    { width: 480, format: 'webp' as const },
    { width: 960, format: 'jpeg' as const },
  ];
  const picture = { token: 'abc', alt: hostile, width: 960, height: 540, sizes };
  const html = drawn(
    <SiteDocument title="x" description="x" path={null}>
      <Picture picture={picture} sizes="100vw" isFirst />
      <Picture picture={picture} sizes="50vw" />
    </SiteDocument>,
  );
  expect(html).toContain('/sites/ilorin/logo?v=7');
  expect(html).not.toContain('rel="preload"');
  const shown = `src="/pictures/abc/960.jpeg" alt="${harmless}" width="960" height="540"`;
  expect(html).toContain(`<img ${shown} fetchPriority="high"/>`);
  expect(html).toContain(`<img ${shown} loading="lazy" decoding="async"/>`);
  expect(html).toContain('<source type="image/webp" srcSet="/pictures/abc/480.webp 480w" sizes="50vw"/>');
});

test('a carousel names its slides, and turns by itself only if it says how often', () => {
  const slides = [{ label: hostile, content: 'x' }];
  const html = drawn(<Carousel label="News" className="news" slides={slides} />);
  expect(html).toContain(`aria-label="1 of 1: ${harmless}" data-name="${harmless}"`);
  expect(html).not.toContain('data-every');
  expect(drawn(<Carousel label="News" className="news" slides={slides} every={7} />)).toContain('data-every="7"');
});
