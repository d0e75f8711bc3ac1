import { phoneText } from '#ui/format.ts';
import type { ReactNode } from 'react';
import { clockIn } from '#ui/plain/clock-text.ts';
import { Icon } from './icon.tsx';
import { useDrawn } from './use-drawn.ts';
import type { Addresses } from '../drawn-pages.ts';

/** A decorative cloth pattern of diamonds with a spiral, a sun and a leaf; its name is unique in the page. */
export const Cloth = ({ name }: { name: string }) => (
  <svg className="cloth" aria-hidden="true" width="100%" height="100%">
    <defs>
      <pattern id={name} width="120" height="120" patternUnits="userSpaceOnUse">
        <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
          <path d="M0 60 60 0 120 60 60 120Z" strokeDasharray=".1 6" strokeWidth="2.4" />
          <path d="M60 60m0-3a4 4 0 1 1-4 4 8 8 0 1 1 8 8 12.5 12.5 0 1 1 12-13 17 17 0 1 0-16 17.500" />
          <path d="M0 0m-20 0a20 20 0 0 0 20 20 20 20 0 0 0 20-20M-12 0a12 12 0 0 0 24 0M100 0a20 20 0 0 0 20 20M108 0a12 12 0 0 0 12 12M0 100a20 20 0 0 1 20 20M0 108a12 12 0 0 1 12 12M100 120a20 20 0 0 1 20-20M108 120a12 12 0 0 1 12-12" />
          <path d="M60-18q11 18 0 36q-11-18 0-36M60 102q11 18 0 36q-11-18 0-36M-18 60q18-11 36 0q-18 11-36 0M102 60q18-11 36 0q-18 11-36 0" />
        </g>
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill={`url(#${name})`} />
  </svg>
);

/** The mark of a school without a logo: a spiral from the cloth pattern. */
export const Mark = ({ size }: { size: number }) => (
  <svg className="mark" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--cloth)" />
    <g fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="12" cy="12" r="7" strokeDasharray=".1 3.56" strokeWidth="2" />
      <path d="M12 15.200a3.200 3.200 0 1 1 3.200-3.200" />
    </g>
    <circle cx="12" cy="12" r="1.300" fill="#e3b341" />
  </svg>
);

interface PageTitleProps {
  children: string;
  /** A link to the page above. */
  above?: { label: string; href: string };
  below?: ReactNode;
}

/** The page title on a strip of the school's cloth pattern. */
export const PageTitle = ({ children, above, below }: PageTitleProps) => (
  <div className="page-title">
    <Cloth name="title-cloth" />
    <div className="wide">
      {above && (
        <p className="crumbs">
          <a href={above.href}>{above.label}</a>
        </p>
      )}
      <h1>{children}</h1>
      {below}
    </div>
  </div>
);

export function SiteFooter() {
  const { now, site, place } = useDrawn();
  const where = [site.address, site.city].filter(Boolean).join(', ');
  return (
    <footer className="foot">
      <Cloth name="foot-cloth" />
      <div className="wide columns">
        <section aria-labelledby="foot-name">
          <h2 id="foot-name">{site.name}</h2>
          {site.motto && <p className="motto">{site.motto}</p>}
          {site.establishedYear && <p>Founded in {site.establishedYear}</p>}
          <address>
            {where && (
              <p>
                <Icon name="map-pin" size={18} /> {where}
              </p>
            )}
            <Contacts />
          </address>
        </section>
        {!place.isAlone && (
          <nav id="site-map" aria-label="All pages" tabIndex={-1}>
            <h2>Pages</h2>
            <MenuLinks />
          </nav>
        )}
        {!place.isAlone && <StayInTouch />}
      </div>
      <p className="wide small">
        © {clockIn(site.timeZone)(now).year} {site.name} · made with Akada
      </p>
    </footer>
  );
}

/** Where the school is reached. */
export function Contacts() {
  const { email, phone } = useDrawn().site;
  return (
    <>
      {phone && (
        <p>
          <Icon name="phone" size={18} /> <PhoneLink phone={phone} />
        </p>
      )}
      {email && (
        <p>
          <Icon name="mail" size={18} /> <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </>
  );
}

function StayInTouch() {
  const { to, place } = useDrawn();
  return (
    <section aria-labelledby="foot-more">
      <h2 id="foot-more">Stay in touch</h2>
      <ul>
        <li>
          <a href={to.feed}>
            <Icon name="rss" size={18} /> News feed
          </a>
        </li>
        <li>
          <a href={to.search}>
            <Icon name="search" size={18} /> Search
          </a>
        </li>
        <li>
          <a href={place.isSignedIn ? '/' : `${place.app}/sign-in`}>
            <Icon name="login-2" size={18} /> {place.isSignedIn ? 'Open Akada' : 'Sign in'}
          </a>
        </li>
      </ul>
    </section>
  );
}

/** A tel: link; Nigerian numbers are grouped for reading. */
const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phoneText(phone)}</a>
);

interface MenuLinksProps {
  /** The path of the page in view. */
  path?: string | null;
  /** The number of pages that fit. */
  most?: number;
}

/** The pages of the site as a list of links. */
export function MenuLinks({ path = null, most = Infinity }: MenuLinksProps) {
  const { site, to } = useDrawn();
  const entries = [
    { href: to.home, title: 'Home' },
    { href: to.news(), title: 'News' },
    { href: to.programs(), title: 'Programmes' },
    ...site.links.map(({ label, path: below }) => ({ href: to.below(below), title: label })),
    ...site.menu.slice(0, most).map(({ slug, title }) => ({ href: to.page(slug), title })),
  ];
  return (
    <ul>
      {entries.map(({ href, title }) => (
        <li key={href}>
          <a href={href} aria-current={currentAt(href, path, to)}>
            {title}
          </a>
        </li>
      ))}
      {site.menu.length > most && (
        <li>
          <a href="#site-map">More pages</a>
        </li>
      )}
    </ul>
  );
}

/** Marks the menu entry of the current page or of its list. */
function currentAt(href: string, path: string | null, to: Addresses): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  const [above, below] = [href, path ?? ''].map((address) => address.split('?')[0]!);
  return href !== to.home && (below === above || below!.startsWith(`${above}/`)) ? 'true' : undefined;
}
