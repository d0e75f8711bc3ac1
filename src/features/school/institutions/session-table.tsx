import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { InstitutionPageProps } from './institutions.queries.ts';
import classes from './institution.module.css';

const words = { planned: 'Planned', current: 'Current', past: 'Past', closed: 'Closed' } as const;

/** Academic sessions, linked to this page for each session. */
export function SessionTable({ sessions }: Pick<InstitutionPageProps, 'sessions'>) {
  const address = useAddress();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Dates</th>
          <th scope="col">Terms</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row">
              <Link href={address.here({ academic_session: session.id })} preserveScroll>
                {session.name}
              </Link>
            </th>
            <td>{session.startsOn && `${dateText(session.startsOn)} to ${dateText(session.endsOn!)}`}</td>
            <td>{session.terms}</td>
            <td>
              {session.state && (
                <Badge tone={session.state === 'current' ? 'gold' : undefined}>{words[session.state]}</Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
