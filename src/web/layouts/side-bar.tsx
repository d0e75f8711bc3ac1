import { type RefObject, useEffect, useRef, useId } from 'react';
import { IconButton } from '#ui/button.tsx';
import { IconX, IconChevronDown } from '#ui/icons.tsx';
import { useStored } from '#ui/hooks/use-stored.ts';
import type { MenuItem } from '../shell.ts';
import { Clock } from './clock.tsx';
import { useMenu, useShell } from './use-shell.ts';
import classes from './side-bar.module.css';
import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { MenuIcon } from './menu-icon.tsx';

/** Tab wraps from the last control to the first, and back. */
function stayInside(box: HTMLElement, event: KeyboardEvent) {
  const controls = [...box.querySelectorAll<HTMLElement>('a, button')].filter((control) => control.offsetParent);
  const [first, last] = [controls[0], controls.at(-1)];
  if (document.activeElement !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** While the drawer covers the page (which is inert then): Escape closes it and restores the focus. */
function useDrawer(bar: RefObject<HTMLElement | null>, drawn: boolean, onClose: () => void) {
  useEffect(() => {
    if (!drawn) return;
    const before = document.activeElement as HTMLElement | null;
    bar.current?.querySelector<HTMLElement>('[aria-current], a')?.focus();
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
      if (event.key === 'Tab' && bar.current) stayInside(bar.current, event);
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      before?.focus();
    };
  }, [bar, drawn, onClose]);
}

/** The groups opened and closed on this device. Of the others only the current page's is open. */
function useFolds(items: MenuItem[], active: string | undefined) {
  const [folds, setFolds] = useStored<Record<string, boolean>>('akada.side.folds', {});
  const home = items.find((item) => item.items?.some((sub) => sub.href === active))?.label;
  const arrive = useRef<() => unknown>(() => {});
  useEffect(() => {
    arrive.current = () => home && folds[home] === false && setFolds({ ...folds, [home]: true });
  });
  useEffect(() => void arrive.current(), [active]);
  return {
    isOpen: (label: string) => folds[label] ?? label === home,
    fold: (label: string, on: boolean) => setFolds({ ...folds, [label]: on }),
  };
}

/** Scrolls only the side bar until the current page's entry is visible. */
function useCurrentInSight(bar: RefObject<HTMLElement | null>, active: string | undefined, open: boolean) {
  useEffect(() => {
    const box = bar.current;
    const entry = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !entry) return;
    const [frame, at] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (at.top < frame.top) box.scrollBy(0, at.top - frame.top - at.height);
    else if (at.bottom > frame.bottom) box.scrollBy(0, at.bottom - frame.bottom + at.height);
  }, [bar, active, open]);
}

/** The side navigation: 232 px with sub-menus, 56 px of icons, or a drawer over the page on a phone (4.8, 4.22). */
export function SideBar({ open, narrow, onClose }: { open: boolean; narrow: boolean; onClose: () => void }) {
  const menu = useMenu();
  const { shell, institution, timeZone, isMixed } = useShell();
  const bar = useRef<HTMLElement>(null);
  const folds = useFolds(menu.items, menu.active);
  const drawn = narrow && open;
  useDrawer(bar, drawn, onClose);
  useCurrentInSight(bar, menu.active, open);
  return (
    <>
      {drawn && <div className={classes.shade} onClick={onClose} aria-hidden />}
      <nav ref={bar} id="side-bar" className={classes.side} data-open={open} aria-label="Main" inert={narrow && !open}>
        {narrow && (
          <div className={classes.top}>
            <span className={classes.where}>
              <strong>{institution?.name ?? 'All institutions'}</strong>
              {shell.session?.name}
            </span>
            <IconButton label="Close menu" onClick={onClose}>
              <IconX />
            </IconButton>
          </div>
        )}
        <ul>
          {menu.items.map((item) => (
            <Entry
              key={item.label}
              item={item}
              active={menu.active}
              href={menu.href}
              folded={!open && !narrow}
              open={folds.isOpen(item.label)}
              onFold={(on) => folds.fold(item.label, on)}
            />
          ))}
        </ul>
        {narrow && (
          <div className={classes.foot}>
            <Clock timeZone={timeZone} namesZone={isMixed} />
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
  open: boolean;
  onFold: (open: boolean) => void;
}

function Entry({ item, active, href, folded, open, onFold }: EntryProps) {
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
