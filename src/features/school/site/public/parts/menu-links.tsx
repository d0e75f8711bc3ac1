import type { Addresses } from '../addresses.ts';
import { useDrawn } from './use-drawn.ts';

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
