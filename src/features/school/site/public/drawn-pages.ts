import { createHash } from 'node:crypto';
import { BLOG_SLIDES_SHOWN, FEATURE_SLIDES, SEARCH_TOGGLE_MAX_WIDTH } from '#ui/plain/constants.ts';
import { and, asc, eq, isNull, sql, or } from 'drizzle-orm';
import { type Db, pick } from '#kernel/database.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { siteHosts, sitePages, sites } from '../site.schema.ts';
import { appTags } from '#kernel/app-tags.ts';
import type { PublicPage } from '#web/public-pages/public-page.ts';
import type { Services } from '#web/routes.ts';
import type { DocumentParts } from '#web/public-pages/document-parts.ts';
import { ownOrigin } from '../own-hosts.ts';

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

/** All programs that are open for applications. */
export const offeredPrograms = (db: Db, { institutionId }: Place) =>
  db
    .select({
      ...pick(programs, 'id', 'code', 'name', 'requiresPin', 'applicationFee', 'seats', 'minimumAge'),
      classes: sql<string[]>`array(
        select c.name from classes c where (c.institution_id, c.program_id) = (programs.institution_id, programs.id)
        order by c.position, c.id)`,
    })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), isNull(programs.retiredAt)))
    .orderBy(asc(programs.name), asc(programs.id));
export type OfferedProgram = Awaited<ReturnType<typeof offeredPrograms>>[number];

/** The first programs, for the home page. */
export const firstPrograms = (db: Db, { institutionId }: Place, most: number) =>
  db
    .select({ id: programs.id, code: programs.code, name: programs.name, requiresPin: programs.requiresPin })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), isNull(programs.retiredAt)))
    .orderBy(asc(programs.name), asc(programs.id))
    .limit(most);

/** A site as seen from a URL. */
export interface Place {
  institutionId: number;
  /** Shows drafts and scheduled posts; for editors of the site only. */
  isPreview: boolean;
  /** `https://school.ng`: the public address, or a host name of this site. */
  origin: string;
  /** Whether that is known to be ours, and not only what the visitor's Host header says. */
  isConfirmed: boolean;
  /** The app's origin if it differs from the site's, else empty. Sign-in works only there. */
  app: string;
  /** Whether this site is shown at `/`. */
  isFront: boolean;
  isSignedIn: boolean;
  /** Whether visitors may see no other page of this site: it is not published. */
  isAlone: boolean;
}

/** An entry that another feature adds to the menu, below the site’s address: `result`. */
export interface SiteLink {
  label: string;
  path: string;
}

/** The frame of every page of a site. */
export async function siteFrame(db: Db, place: Place, added: Promise<SiteLink[]>) {
  const { institutionId, isPreview } = place;
  const [[site], menu, hosts, links] = await Promise.all([
    db
      .select({
        // Pages of orders also show an institution without a site.
        slug: sql<string>`coalesce(${sites.slug}, '')`,
        isPublished: sql<boolean>`coalesce(${sites.isPublished}, false)`,
        headline: sites.headline,
        intro: sites.intro,
        ...pick(
          institutions,
          'name',
          'shortName',
          'motto',
          'establishedYear',
          'address',
          'city',
          'phone',
          'email',
          'accent',
          'timeZone',
          'currency',
          'countryId',
          'logoFileId',
        ),
      })
      .from(institutions)
      .leftJoin(sites, eq(sites.institutionId, institutions.id))
      .where(eq(institutions.id, institutionId)),
    db
      .select({ slug: sitePages.slug, title: sitePages.title })
      .from(sitePages)
      .where(
        and(
          eq(sitePages.institutionId, institutionId),
          sitePages.isInMenu,
          or(sitePages.isPublished, sql`${isPreview}`),
        ),
      )
      .orderBy(asc(sitePages.position), asc(sitePages.id)),
    db
      .select({ host: siteHosts.host })
      .from(siteHosts)
      .where(and(eq(siteHosts.institutionId, institutionId), eq(siteHosts.status, 'approved')))
      .orderBy(asc(siteHosts.host)),
    added,
  ]);
  if (!site) throw new NotFound('site');
  return { ...site, menu, links, hosts: hosts.map(({ host }) => host) };
}
export type SiteFrame = Awaited<ReturnType<typeof siteFrame>>;

export interface Fact {
  label: string;
  value: string;
}

/** An intake of a program, in this feature's words. */
export interface SiteIntake {
  programId: number;
  session: string;
  opensAt: string;
  isOpen: boolean;
  requiresPin: boolean;
  factsFor(site: Pick<SiteFrame, 'currency' | 'timeZone'>): Fact[];
}

/** A page with its props. */
export interface Drawing {
  name: string;
  props: object;
}

export const drawing = <Props extends object>({ name }: PublicPage<Props>, props: Props): Drawing => ({ name, props });

/** A whole document of a site. It holds nothing personal; personal data is fetched on demand. */
export async function drawDocument(
  { assets, secret }: Pick<Services, 'assets' | 'secret'>,
  drawn: SiteView,
  { name, props }: Drawing,
  files: Pick<SiteParts, 'styles' | 'scripts' | 'preloads'>,
): Promise<string> {
  const { place, site } = drawn;
  const app = appTags(secret, { id: place.institutionId, ...site }, place.isFront ? '' : site.slug);
  const draw = await assets.documentOf(name);
  const parts: SiteParts = { ...drawn, ...files, app, csrf: '', now: new Date() };
  return draw(props, parts);
}

/** A site as one visitor sees it. */
export interface SiteView {
  place: Place;
  site: SiteFrame;
  to: Addresses;
}

/** What the server knows of a document of a site. */
export interface SiteParts extends DocumentParts, SiteView {
  now: Date;
}

type Site = Pick<SiteFrame, 'slug' | 'hosts'>;

/** Links within a site. A preview stays a preview on every page. */
export function addressesOf(site: Site, place: Place) {
  const base = `/sites/${site.slug}`;
  const at = (path: string) => (place.isPreview ? `${path}${path.includes('?') ? '&' : '?'}preview=1` : path);
  // On another site's host, a site without its own host belongs to the public address.
  const isOwn = site.hosts.includes(new URL(place.origin).hostname);
  const origin = ownOrigin(site.hosts, isOwn ? place.origin : place.app || place.origin);
  const home = place.isFront && !place.isPreview ? '/' : at(base);
  return {
    home,
    news: (page = 1) => at(page > 1 ? `${base}/news?page=${page}` : `${base}/news`),
    post: (slug: string) => at(`${base}/news/${slug}`),
    feed: `${base}/news.atom`,
    page: (slug: string) => at(`${base}/pages/${slug}`),
    programs: (id?: number) => `${at(`${base}/programs`)}${id ? `#program-${id}` : ''}`,
    apply: (programId?: number) => `${base}/apply${programId ? `?program_id=${programId}` : ''}`,
    below: (path: string) => `${base}/${path}`,
    search: `${base}/search`,
    logo: (fileId: number) => at(`${base}/logo?v=${fileId}`),
    /**
     * Where links in messages and on paper lead: the host that the site has of its own, or the product's address. Null
     * while nobody has confirmed either.
     */
    links: place.isConfirmed || site.hosts.length > 0 ? origin : null,
    /** The canonical URL of a page: on the site's own host, if it has one. */
    full: (path: string) => {
      const isHome = path === home || path === base;
      return origin + (isHome && (place.isFront || site.hosts.length) ? '/' : path);
    },
  };
}
export type Addresses = ReturnType<typeof addressesOf>;
