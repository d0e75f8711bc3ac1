import { Link } from '@inertiajs/react';
import { useEffect, useId, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { IconChevronDown } from '#ui/icons.tsx';
import { useStored } from '#ui/use-stored.ts';
import type { MenuItem } from '../shell.ts';
import { Clock } from './clock.tsx';
import { MenuIcon } from './menu-icon.tsx';
import { useMenu, useShell } from './use-shell.ts';
import classes from './side-bar.module.css';

interface SideBarProps {
  open: boolean;
  narrow: boolean;
  onClose: () => void;
}

/** The way to every screen: 232 px with sub-menus, 56 px of icons, or a drawer over the page on a phone (4.8, 4.22). */
export function SideBar({ open, narrow, onClose }: SideBarProps) {
  const menu = useMenu();
  const { institution } = useShell();
  const bar = useRef<HTMLElement>(null);
  const [folds, setFolds] = useStored<Record<string, boolean>>('akada.side.folds', {});
  const drawn = narrow && open;
  useEffect(() => {
    if (!drawn) return;
    const before = document.activeElement as HTMLElement | null;
    bar.current?.querySelector<HTMLElement>('a')?.focus();
    const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      before?.focus();
    };
  }, [drawn, onClose]);
  return (
    <>
      {drawn && <div className={classes.shade} onClick={onClose} aria-hidden />}
      <nav ref={bar} id="side-bar" className={classes.side} data-open={open} aria-label="Main" inert={narrow && !open}>
        <ul>
          {menu.items.map((item) => (
            <Entry
              key={item.label}
              item={item}
              active={menu.active}
              href={menu.href}
              folded={!open && !narrow}
              unfolded={folds[item.label]}
              onFold={(on) => setFolds({ ...folds, [item.label]: on })}
            />
          ))}
        </ul>
        {narrow && (
          <div className={classes.foot}>
            <Clock timeZone={institution?.timeZone} />
          </div>
        )}
      </nav>
    </>
  );
}

interface EntryProps {
  item: MenuItem;
  active: string | undefined;
  href: (to: string) => string;
  folded: boolean;
  unfolded: boolean | undefined;
  onFold: (open: boolean) => void;
}

function Entry({ item, active, href, folded, unfolded, onFold }: EntryProps) {
  const id = useId();
  const holdsActive = item.items?.some((sub) => sub.href === active) ?? false;
  const open = unfolded ?? true;
  if (!item.items || folded) {
    const current = item.href === active || holdsActive;
    return (
      <li>
        <Link
          href={href(item.items?.[0]?.href ?? item.href)}
          className={cx(classes.entry, current && classes.active)}
          aria-current={item.href === active ? 'page' : undefined}
          aria-label={folded ? item.label : undefined}
          title={folded ? item.label : undefined}
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
      <ul id={id} hidden={!open} className={classes.sub}>
        {item.items.map((sub) => (
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
    </li>
  );
}
