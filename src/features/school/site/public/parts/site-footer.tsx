import { clockIn } from '#ui/plain/clock-text.ts';
import { Icon } from './icon.tsx';
import { MenuLinks } from './menu-links.tsx';
import { Cloth } from './motifs.tsx';
import { useDrawn } from './use-drawn.ts';

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
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '+234 $1 $2 $3')}</a>
);
