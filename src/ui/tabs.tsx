import { Link } from './link.tsx';
import { createContext, useContext, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { count as number } from './format.ts';
import { IconChevronDown } from './icons.tsx';
import { Menu } from './overlays/menu.tsx';
import { InModal, opensModal } from './overlays/modal.ts';
import { useAddress } from './hooks/use-address.ts';
import classes from './tabs.module.css';

interface TabItem {
  label: string;
  href: string;
  /** Default: whether its path is the current page. */
  active?: boolean;
  count?: number;
  /** Under More before others where there are many. */
  isRare?: boolean | undefined;
}

/** The pages beside the one in view, which its title stands with; the frame knows them. */
export const PageTabs = createContext<TabItem[] | undefined>(undefined);

const pathOf = (address: string) => address.split('?', 1)[0];

const MOST = 7;

/** The tabs in view and those under More; the open one takes the last place in view. */
function split(items: (TabItem & { active: boolean })[]) {
  if (items.length <= MOST) return { shown: items, rest: [] };
  const byUse = items.toSorted((one, other) => Number(one.isRare ?? false) - Number(other.isRare ?? false));
  const first = byUse.slice(0, MOST);
  const open = byUse.slice(MOST).find(({ active }) => active);
  const shown = items.filter((item) => (open && item === first.at(-1) ? false : first.includes(item) || item === open));
  return { shown, rest: items.filter((item) => !shown.includes(item)) };
}

/** Tabs with a URL each: seven, and a menu of the others. */
export function Tabs({ label, items }: { label: string; items: TabItem[] }) {
  const { url } = useAddress();
  const inModal = useContext(InModal);
  const bar = useRef<HTMLUListElement>(null);
  const { shown, rest } = split(
    items.map((item) => ({ ...item, active: item.active ?? pathOf(item.href) === pathOf(url) })),
  );
  // On a phone the open tab may be beyond the edge.
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current]');
    if (open)
      bar.current!.scrollLeft += open.getBoundingClientRect().right - bar.current!.getBoundingClientRect().right;
  }, [url]);
  return (
    <nav className={classes.tabs} data-tour="tabs" aria-label={label}>
      <ul ref={bar}>
        {shown.map(({ active, ...item }) => (
          <li key={item.label}>
            <Link
              href={item.href}
              preserveScroll
              onClick={inModal ? opensModal : undefined}
              aria-current={active ? 'page' : undefined}
              className={cx(active && classes.active)}
            >
              {item.label}
              {item.count !== undefined && <span className={classes.count}>{number(item.count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Menu
          label={`More ${label.toLowerCase()}`}
          trigger={
            <>
              More <IconChevronDown size={14} />
            </>
          }
          triggerClass={classes.more}
          items={rest.map(({ label: title, href, count }) => ({
            label: title,
            href,
            ...(inModal && { modal: true }),
            ...(count !== undefined && { hint: number(count) }),
          }))}
        />
      )}
    </nav>
  );
}
