import { Button, IconButton } from '#ui/button.tsx';
import { IconMenu2, IconSearch } from '#ui/icons.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Bell } from './bell.tsx';
import { Clock } from './clock.tsx';
import { HelpButton } from './help-button.tsx';
import { InstitutionSwitcher } from './institution-switcher.tsx';
import { PersonMenu } from './person-menu.tsx';
import { SchemeMenu } from './scheme-menu.tsx';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

interface HeaderProps {
  sideOpen: boolean;
  onToggleSide: () => void;
  onSearch: () => void;
}

/** Where one is, which session is in view, what time it is, and the way to everything else. */
export function Header({ sideOpen, onToggleSide, onSearch }: HeaderProps) {
  const { shell, institution } = useShell();
  const { session } = shell;
  return (
    <header className={classes.header}>
      <IconButton
        label={sideOpen ? 'Close the side bar' : 'Open the side bar'}
        aria-expanded={sideOpen}
        aria-controls="side-bar"
        onClick={onToggleSide}
      >
        <IconMenu2 />
      </IconButton>
      <InstitutionSwitcher />
      {session && (
        <span className={classes.session} data-current={session.isCurrent}>
          <span className="visually-hidden">Session in view: </span>
          {session.name}
          {!session.isCurrent && <small>not the current one</small>}
        </span>
      )}
      <Button
        className={classes.search}
        onClick={onSearch}
        title="Search screens and students"
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={16} />
        <span className={classes.hint}>Search</span>
        <span aria-hidden className={classes.keys}>
          <Kbd>Ctrl K</Kbd>
        </span>
      </Button>
      <Clock timeZone={institution?.timeZone} />
      <HelpButton />
      <SchemeMenu />
      <Bell />
      <PersonMenu />
    </header>
  );
}
