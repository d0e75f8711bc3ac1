import { Link } from './link.tsx';
import { createContext, useContext, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { count as number } from './format.ts';
import { InModal, opensModal } from './overlays/modal.ts';
import { useAddress } from './hooks/use-address.ts';
import classes from './tabs.module.css';

interface TabItem {
  label: string;
  href: string;
  /** Default: whether its path is the current page. */
  active?: boolean;
  count?: number;
}

/** The pages beside the one in view, which its title stands with; the frame knows them. */
export const PageTabs = createContext<TabItem[] | undefined>(undefined);

const pathOf = (address: string) => address.split('?', 1)[0];

/** Tabs with a URL each. */
export function Tabs({ label, items }: { label: string; items: TabItem[] }) {
  const { url } = useAddress();
  const inModal = useContext(InModal);
  const bar = useRef<HTMLElement>(null);
  // On a phone the open tab may be beyond the edge.
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current]');
    if (open)
      bar.current!.scrollLeft += open.getBoundingClientRect().right - bar.current!.getBoundingClientRect().right;
  }, [url]);
  return (
    <nav ref={bar} className={classes.tabs} data-tour="tabs" aria-label={label}>
      <ul>
        {items.map((item) => {
          const active = item.active ?? pathOf(item.href) === pathOf(url);
          return (
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
          );
        })}
      </ul>
    </nav>
  );
}
