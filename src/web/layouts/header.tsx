import { type RefObject, useLayoutEffect, type FormEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import {
  IconMenu2,
  IconChevronDown,
  IconDevices,
  IconLogout,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  IconSearch,
} from '#ui/icons.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { Bell } from './bell.tsx';
import { Clock } from './clock.tsx';
import { HelpButton } from './help-button.tsx';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';
import { Mark } from '#ui/adire.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { router } from '@inertiajs/core';
import { Avatar } from '#ui/avatar.tsx';
import { forgetTab } from '../client/tab-owner.ts';
import { setColorScheme } from '#ui/theme/color-scheme.ts';
import { useColorScheme } from '#ui/theme/use-color-scheme.ts';
import { SEARCH_TOGGLE_MAX_WIDTH } from '#ui/plain/constants.ts';
import { Kbd } from '#ui/kbd.tsx';
import type { Shell, ShellInstitution } from '../shell.ts';

interface HeaderProps {
  bar: RefObject<HTMLElement | null>;
  sideOpen: boolean;
  onToggleSide: () => void;
  search: Search;
  covered: boolean;
}

/** 4.22: publishes the header's height for the page, the side bar and sticky elements, also when the header wraps. */
function useHeight(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const measure = () =>
      document.documentElement.style.setProperty('--header', `${bar.current!.getBoundingClientRect().height}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar.current!);
    return () => observer.disconnect();
  }, [bar]);
}

/** The header: institution, session, search, clock, help, notifications and account. */
export function Header({ bar, sideOpen, onToggleSide, search, covered }: HeaderProps) {
  const { timeZone, isMixed } = useShell();
  const narrow = useMedia(NARROW);
  useHeight(bar);
  return (
    <header ref={bar} className={classes.header} inert={covered}>
      <IconButton
        className={classes.toggle}
        label={sideOpen ? 'Close side bar' : 'Open side bar'}
        aria-expanded={sideOpen}
        aria-controls="side-bar"
        onClick={onToggleSide}
      >
        <IconMenu2 />
      </IconButton>
      <InstitutionSwitcher />
      {!narrow && <SessionInView />}
      <SearchForm {...search} />
      <div className={classes.clock}>
        <Clock timeZone={timeZone} namesZone={isMixed} />
      </div>
      <HelpButton />
      <Bell />
      <PersonMenu />
    </header>
  );
}

/**
 * The institution filter of the page, kept in the address; users of one institution have no choice. Phones show its
 * short name, with the session below.
 */
function InstitutionSwitcher() {
  const { shell, institution } = useShell();
  const address = useAddress();
  const narrow = useMedia(NARROW);
  const name = (narrow ? institution?.shortName : institution?.name) ?? 'All institutions';
  const session = narrow && sessionLine(shell, institution);
  const inside = (
    <>
      {institution?.logo ? <img className={classes.logo} src={institution.logo} alt="" /> : <Mark />}
      <span className={classes.where}>
        <span>{name}</span> {session && <small data-current={shell.session?.isCurrent}>{session}</small>}
      </span>
    </>
  );
  if (shell.institutions.length === 1) return <div className={classes.switcher}>{inside}</div>;
  const to = (id: number | null) => address.here({ institution_id: id, academic_session: null });
  return (
    <Menu
      label={`Institution in view: ${name}${session ? `, ${session}` : ''}`}
      triggerClass={classes.switcher}
      trigger={
        <>
          {inside}
          <IconChevronDown size={16} />
        </>
      }
      items={[
        { label: 'All institutions', href: to(null), checked: !institution },
        ...shell.institutions.map(({ id, name }) => ({
          label: name,
          href: to(id),
          checked: id === institution?.id,
        })),
      ]}
    />
  );
}

const signOut = async () => {
  forgetTab();
  await import('../client/device-keys.ts').then(({ forgetDeviceKeys }) => forgetDeviceKeys()).catch(() => {});
  router.post('/sign-out');
};

/** The account menu: the user, the colour scheme, and signing out. */
function PersonMenu() {
  const { shell } = useShell();
  const { name } = shell.person;
  const { href } = useAddress();
  const schemes = useSchemeItems();
  return (
    <Menu
      label={`Your account, ${name}`}
      triggerClass={classes.person}
      trigger={<Avatar name={name} />}
      header={
        <span className={classes.name}>
          Signed in as <strong>{name}</strong>
        </span>
      }
      items={[
        ...shell.own.map((page) => ({ label: page.label, href: href(page.href) })),
        { label: 'Your account', href: '/account', icon: <IconDevices size={16} /> },
        ...schemes,
        { label: 'Sign out', group: true, icon: <IconLogout size={16} />, onSelect: () => void signOut() },
      ]}
    />
  );
}

const CHOICES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Light, dark or system; remembered on this device. */
function useSchemeItems(): MenuItem[] {
  const colorScheme = useColorScheme();
  return CHOICES.map(({ value, label, Icon }, at) => ({
    label,
    icon: <Icon size={16} />,
    checked: value === colorScheme,
    onSelect: () => setColorScheme(value),
    ...(at === 0 && { group: 'Appearance' }),
  }));
}

interface Search {
  text: string;
  /** Sets the search text and opens the palette, where the search continues. */
  onSearch: (text: string) => void;
}

/**
 * The header's search field, which opens the command palette with what is typed. 4.21, 9.15: in a window of 1150 pixels
 * or less an icon opens and closes it; in a wider one it is always visible.
 */
function SearchForm({ text, onSearch }: Search) {
  const toggled = useMedia(`(max-width: ${SEARCH_TOGGLE_MAX_WIDTH}px)`);
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => router.on('navigate', () => setOpen(false)), []);
  useEffect(() => {
    if (toggled && open) field.current?.focus();
  }, [toggled, open]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text);
  };
  return (
    <>
      {toggled && (
        <IconButton
          ref={button}
          className={classes.searchToggle}
          label={open ? 'Close search' : 'Search'}
          aria-expanded={open}
          aria-controls="site-search"
          onClick={() => setOpen(!open)}
        >
          <IconSearch />
        </IconButton>
      )}
      <form
        id="site-search"
        role="search"
        aria-label="Everywhere"
        className={classes.search}
        hidden={toggled && !open}
        onSubmit={submit}
      >
        <IconSearch size={16} />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search screens and students"
          aria-keyshortcuts="Control+K"
          placeholder="Search"
          autoComplete="off"
          value={text}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !toggled) return;
            setOpen(false);
            button.current?.focus();
          }}
        />
        <span aria-hidden>
          <Kbd>Ctrl K</Kbd>
        </span>
      </form>
    </>
  );
}

/** '2026/2027' as '26/27', which saves space on a phone; other names are cut by the style sheet. */
const shortened = (name: string) => name.replace(/\b\d{2}(\d{2})\/\d{2}(\d{2})\b/, '$1/$2');

/** The academic session of the page; gold if it is the current one, in words otherwise. */
function SessionInView() {
  const { shell, institution } = useShell();
  const { session } = shell;
  // For several institutions, each page shows their current sessions.
  if (!session) {
    if (institution) return null;
    return (
      <span className={classes.session}>
        <span>Current sessions</span>
      </span>
    );
  }
  return (
    <span
      className={classes.session}
      data-current={session.isCurrent}
      data-tooltip={`Session in view: ${session.name}`}
    >
      <span className="visually-hidden">
        Session in view: {session.name}
        {!session.isCurrent && ', not the current one'}
      </span>
      <span aria-hidden className={classes.long}>
        {session.name}
      </span>
      {!session.isCurrent && <small aria-hidden>not the current one</small>}
    </span>
  );
}

/** The same as text for a phone, below the institution's name. */
function sessionLine({ session }: Shell, institution: ShellInstitution | undefined): string | null {
  if (!session) return institution ? null : 'Current sessions';
  return session.isCurrent ? session.name : `${shortened(session.name)} not current`;
}
