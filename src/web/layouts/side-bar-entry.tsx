import { Link } from '#ui/link.tsx';
import { useId } from 'react';
import { cx } from '#ui/cx.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import type { MenuItem } from '../shell.ts';
import { MenuIcon } from './menu-icon.tsx';
import classes from './side-bar.module.css';

interface EntryProps {
  item: MenuItem;
  active: string | undefined;
  href: (to: string) => string;
  folded: boolean;
  open: boolean;
  onFold: (open: boolean) => void;
}

export function Entry({ item, active, href, folded, open, onFold }: EntryProps) {
  const id = useId();
  const entries = item.items?.filter(({ isHidden }) => !isHidden) ?? [];
  const holdsActive = entries.some((sub) => sub.href === active);
  if (!item.items || item.isHub || folded) {
    const current = item.href === active || holdsActive;
    return (
      <li>
        <Link
          href={href(item.href)}
          className={cx(classes.entry, current && classes.active)}
          aria-current={current ? (holdsActive ? 'true' : 'page') : undefined}
          aria-label={folded ? item.label : undefined}
          data-tooltip={folded ? item.label : undefined}
          data-tooltip-side="end"
        >
          <MenuIcon name={item.icon} />
          <span>{item.label}</span>
        </Link>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={cx(classes.entry, holdsActive && !open && classes.active)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onFold(!open)}
      >
        <MenuIcon name={item.icon} />
        <span>{item.label}</span>
        <IconChevronDown size={16} className={classes.chevron} />
      </button>
      <div id={id} hidden={!open} className={classes.sub}>
        <ul>
          {entries.map((sub) => (
            <li key={sub.href}>
              <Link
                href={href(sub.href)}
                className={cx(classes.entry, sub.href === active && classes.active)}
                aria-current={sub.href === active ? 'page' : undefined}
              >
                <span>{sub.label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
