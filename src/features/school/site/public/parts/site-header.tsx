import { clockDay } from '#ui/plain/clock-text.ts';
import { Icon } from './icon.tsx';
import { MenuLinks } from './menu-links.tsx';
import { Mark } from './motifs.tsx';
import { SearchForm } from './search-form.tsx';
import { useDrawn } from './use-drawn.ts';

/** The number of pages that fit; the footer lists all. */
const inHeader = 12;

export function SiteHeader({ path }: { path: string | null }) {
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
