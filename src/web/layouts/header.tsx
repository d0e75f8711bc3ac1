import { type RefObject, useLayoutEffect } from 'react';
import { IconButton } from '#ui/button.tsx';
import { IconMenu2 } from '#ui/icons.tsx';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { Bell } from './bell.tsx';
import { Clock } from './clock.tsx';
import { HelpButton } from './help-button.tsx';
import { InstitutionSwitcher } from './institution-switcher.tsx';
import { PersonMenu } from './person-menu.tsx';
import { type Search, SearchForm } from './search-form.tsx';
import { SessionInView } from './session-in-view.tsx';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

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
