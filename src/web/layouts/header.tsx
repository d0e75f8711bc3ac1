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

/** 4.22: the page, the side bar and what sticks below the header begin where it ends, also when it wraps. */
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

/** Where one is, which session is in view, what time it is, and the way to everything else. */
export function Header({ bar, sideOpen, onToggleSide, search, covered }: HeaderProps) {
  const { timeZone } = useShell();
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
        <Clock timeZone={timeZone} />
      </div>
      <HelpButton />
      <Bell />
      <PersonMenu />
    </header>
  );
}
