import { Link } from '#ui/link.tsx';
import { Badge } from '#ui/badge.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { InstitutionPageProps } from './institutions.queries.ts';
import { FigureTable } from './figure-table.tsx';

const words = { planned: 'Planned', current: 'Current', past: 'Past', closed: 'Closed' } as const;

/** Academic sessions, linked to this page for each session. */
export function SessionTable({ sessions }: Pick<InstitutionPageProps, 'sessions'>) {
  const address = useAddress();
  return (
    <FigureTable heads={['Session', 'Dates', 'Terms', 'Status']}>
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
    </FigureTable>
  );
}
