import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { focusTitle, focusTitleWhenLost } from '#ui/focus-title.ts';
import { applyAccent } from '#ui/theme/accent.ts';
import { ConfirmHost } from '#ui/overlays/confirm.tsx';
import { GoToTop } from '#ui/plain/go-to-top.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { useStored } from '#ui/hooks/use-stored.ts';
import { ModalHost } from '../client/modal/modal-host.tsx';
import { Header } from './header.tsx';
import { SideBar } from './side-bar.tsx';
import { Toasts } from './toasts.tsx';
import { PageTabs } from '#ui/tabs.tsx';
import { setZones } from '#ui/zone.ts';
import { useMenu, useShell } from './use-shell.ts';
import classes from './site-frame.module.css';
import { flushSync } from 'react-dom';
import { dateTimeText } from '#ui/format.ts';
import { Link } from '#ui/link.tsx';
import { cx } from '#ui/cx.ts';
import { IconDots } from '#ui/icons.tsx';
import { MenuIcon } from './menu-icon.tsx';

const Palette = lazy(() => import('./palette.tsx'));

const Offers = lazy(() => import('./offers.tsx').then((module) => ({ default: module.Offers })));

/**
 * After a swap the focus goes to the new page's title, so that screen readers announce it, but not when only the query
 * changes. After an act whose button is gone with it, the focus goes there too.
 */
function usePageFocus() {
  const page = usePage();
  const path = page.url.split(/[?#]/, 1)[0];
  const seen = useRef(path);
  const focused = useRef<EventTarget>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => void (focused.current = target);
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (seen.current !== path) focusTitle();
    else if (focused.current instanceof Element && !focused.current.isConnected) focusTitleWhenLost();
    seen.current = path;
  }, [page, path]);
}

/** The frame around every signed-in page: header, side bar, content, footer, and on a phone the bottom bar. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { shell, institution, timeZone } = useShell();
  setZones({ inView: timeZone, of: new Map(shell.institutions.map(({ id, timeZone: zone }) => [id, zone])) });
  const { tabs } = useMenu();
  const header = useRef<HTMLElement>(null);
  const narrow = useMedia(NARROW);
  const [wide, setWide] = useStored('akada.side', true);
  const [drawer, setDrawer] = useState(false);
  const [text, setText] = useState('');
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const [openPalette] = useState(() => () => setPalette('open'));
  const [closeDrawer] = useState(() => () => setDrawer(false));
  usePaletteKey(openPalette, setText);
  usePageFocus();
  useEffect(() => applyAccent(institution?.accent ?? null), [institution?.accent]);
  useEffect(() => router.on('navigate', closeDrawer), [closeDrawer]);

  // 4.8: in a narrow window the side navigation starts closed and covers the page when opened
  const open = narrow ? drawer : wide;
  const toggle = () => (narrow ? setDrawer(!drawer) : setWide(!wide));
  const covered = narrow && drawer;
  const search = (typed: string) => {
    setText(typed);
    openPalette();
  };
  return (
    <div className={classes.frame} data-side={narrow ? 'drawer' : open ? 'open' : 'folded'}>
      <a className={classes.skip} href="#main" inert={covered}>
        Skip to content
      </a>
      <Header
        bar={header}
        sideOpen={open}
        onToggleSide={toggle}
        search={{ text, onSearch: search }}
        covered={covered}
      />
      <SideBar open={open} narrow={narrow} onClose={closeDrawer} />
      <div className={classes.page} inert={covered}>
        <PrintHead />
        <main id="main" className={classes.main} tabIndex={-1}>
          {shell.offers.length + shell.toConfirm.length > 0 && (
            <Suspense>
              <Offers {...shell} />
            </Suspense>
          )}
          <PageTabs value={tabs}>{children}</PageTabs>
        </main>
        <footer className={classes.footer}>
          <span>Akada{institution ? ` · ${institution.name}` : ` · ${shell.institutions.length} institutions`}</span>
          {shell.session && <span>{shell.session.name}</span>}
          <GoToTop />
        </footer>
      </div>
      {narrow && <BottomBar onMenu={() => setDrawer(true)} covered={covered} />}
      <Toasts />
      <ModalHost />
      <ConfirmHost />
      {palette !== 'never' && (
        <Suspense>
          <Palette
            open={palette === 'open'}
            onClose={() => {
              setPalette('closed');
              setText('');
            }}
            text={text}
            onText={setText}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Ctrl K (or ⌘ K) from anywhere. The first time the palette has to load: text typed meanwhile goes into it instead of
 * the page.
 */
function usePaletteKey(open: () => void, type: (change: (text: string) => string) => void): void {
  useEffect(() => {
    let isAwaited = false;
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && key.toLowerCase() === 'k') {
        isAwaited = !isInPalette(target);
        open();
      } else if (!isAwaited || isCommand || event.altKey) return;
      else if (isInPalette(target)) return void (isAwaited = false);
      else if (key === 'Backspace') type((text) => text.slice(0, -1));
      else if (key.length === 1) type((text) => text + key);
      else if (key !== 'Enter') {
        if (!MODIFIERS.includes(key)) isAwaited = false;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const leave = () => void (isAwaited = false);
    window.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pointerdown', leave);
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pointerdown', leave);
    };
  }, [open, type]);
}

const MODIFIERS = ['Shift', 'CapsLock', 'Dead'];
const isInPalette = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-palette]') !== null;

/** Printed only: the institution, the session, and when and by whom it was printed. The page's title follows. */
function PrintHead() {
  const { shell, institution } = useShell();
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    // Synchronously: the browser prints the page when this listener returns.
    const now = () => flushSync(() => setPrintedAt(new Date()));
    window.addEventListener('beforeprint', now);
    return () => window.removeEventListener('beforeprint', now);
  }, []);
  return (
    <div className={classes.head} data-print-head>
      <strong>{institution?.name ?? 'All institutions'}</strong>
      {shell.session && <span>{shell.session.name}</span>}
      <span>
        {dateTimeText(printedAt.toISOString(), institution?.timeZone)} · Printed by {shell.person.account}
      </span>
    </div>
  );
}

/** The bottom bar on a phone: the main sections and a button for the others. */
function BottomBar({ onMenu, covered }: { onMenu: () => void; covered: boolean }) {
  const menu = useMenu();
  return (
    <nav className={classes.bar} aria-label="Most used" inert={covered}>
      {menu.items
        .filter(({ isMain }) => isMain)
        .map((item) => {
          const active = [item, ...(item.items ?? [])].some((entry) => entry.href === menu.active);
          return (
            <Link
              key={item.label}
              href={menu.href(item.href)}
              className={cx(classes.item, active && classes.active)}
              aria-current={active ? 'true' : undefined}
            >
              <MenuIcon name={item.icon} size={22} />
              <span>{item.label}</span>
            </Link>
          );
        })}
      <button type="button" className={classes.item} onClick={onMenu}>
        <IconDots size={22} />
        <span>More</span>
      </button>
    </nav>
  );
}
