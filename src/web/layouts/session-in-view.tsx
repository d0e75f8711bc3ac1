import type { Shell, ShellInstitution } from '../shell.ts';
import { useShell } from './use-shell.ts';
import classes from './header.module.css';

/** '2026/2027' as '26/27', which leaves a phone room for more; other names are cut by the style sheet. */
const shortened = (name: string) => name.replace(/\b\d{2}(\d{2})\/\d{2}(\d{2})\b/, '$1/$2');

/** Which academic session the page is about; gold for the current one, in words for another. */
export function SessionInView() {
  const { shell, institution } = useShell();
  const { session } = shell;
  // Several institutions side by side: each shows the session that it has made its current one.
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

/** The same in words for a phone, below the name of the institution. */
export function sessionLine({ session }: Shell, institution: ShellInstitution | undefined): string | null {
  if (!session) return institution ? null : 'Current sessions';
  return session.isCurrent ? session.name : `${shortened(session.name)} not current`;
}
