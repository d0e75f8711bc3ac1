import type { Shell, ShellInstitution } from '../shell.ts';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

/** '2026/2027' as '26/27', which saves space on a phone; other names are cut by the style sheet. */
const shortened = (name: string) => name.replace(/\b\d{2}(\d{2})\/\d{2}(\d{2})\b/, '$1/$2');

/** The academic session of the page; gold if it is the current one, in words otherwise. */
export function SessionInView() {
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
export function sessionLine({ session }: Shell, institution: ShellInstitution | undefined): string | null {
  if (!session) return institution ? null : 'Current sessions';
  return session.isCurrent ? session.name : `${shortened(session.name)} not current`;
}
