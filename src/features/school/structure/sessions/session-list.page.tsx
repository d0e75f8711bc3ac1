import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { count, dateText } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { actionsColumn } from '../shared/actions-column.tsx';
import { deleteItem, post } from '../shared/actions.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { SessionRow, SessionState } from './sessions.queries.ts';
import type { sessionList } from '../structure.pages.ts';
import classes from '../shared/structure.module.css';

/** Academic sessions with their terms and status. */
export default function SessionListPage({ sessions, can }: PropsOf<typeof sessionList>) {
  const address = useAddress();
  const words = useTerms();
  const institution = useInstitutionColumn<SessionRow>();
  const create = can.edit && <PrimaryLink href={address.href('/academic-sessions/new')}>Add session</PrimaryLink>;
  const columns: (Column<SessionRow> | false)[] = [
    { key: 'name', title: 'Session', primary: true, render: (row) => row.name },
    ...institution,
    {
      key: 'state',
      title: 'Status',
      card: 'line',
      tour: 'session-state',
      render: (row) => <State state={row.state} />,
    },
    {
      key: 'dates',
      title: 'Dates',
      card: 'line',
      wraps: false,
      render: (row) => `${dateText(row.startsOn)} to ${dateText(row.endsOn)}`,
    },
    { key: 'terms', title: 'Terms', tour: 'session-terms', render: (row) => <Terms row={row} /> },
    { key: 'batches', title: words.batches, align: 'end', render: (row) => count(row.batches) },
    can.edit && actionsColumn((row: SessionRow) => <Actions row={row} />),
  ];
  return (
    <>
      <PageHeader title="Academic sessions" count={sessions.length} action={create} />
      <DataTable
        name="academic-sessions"
        caption="Academic sessions"
        columns={columns.filter((column) => column !== false)}
        rows={sessions}
        rowHref={can.edit ? (row) => address.href(`/academic-sessions/${row.id}/edit`) : undefined}
        empty={
          <EmptyState title="No academic sessions yet" action={create}>
            A session is a school year with its terms, such as 2026/2027. Add it first, then its{' '}
            {words.batches.toLowerCase()}.
          </EmptyState>
        }
      />
    </>
  );
}

const tones: Record<SessionState, ['gold' | 'info' | 'plain', string]> = {
  current: ['gold', 'Current'],
  planned: ['info', 'Planned'],
  past: ['plain', 'Past'],
  closed: ['plain', 'Closed'],
};

function State({ state }: { state: SessionState }) {
  const [tone, word] = tones[state];
  return <Badge tone={tone}>{word}</Badge>;
}

function Terms({ row }: { row: SessionRow }) {
  return (
    <span className={classes.terms}>
      {row.terms.map((term) => (
        <span
          key={term.id}
          data-current={term.isCurrent || undefined}
          data-tooltip={`${dateText(term.startsOn)} to ${dateText(term.endsOn)}`}
        >
          {term.name}
          {term.isCurrent && ' (current)'}
        </span>
      ))}
    </span>
  );
}

function Actions({ row }: { row: SessionRow }) {
  const words = useTerms(row.institutionId);
  const address = useAddress();
  const at = `/academic-sessions/${row.id}`;
  return (
    <Menu
      label={`Actions for ${row.name}`}
      items={
        row.closedAt
          ? [{ label: 'Reopen', onSelect: () => post(`${at}/reopen`) }]
          : [
              { label: 'Edit', href: address.href(`${at}/edit`) },
              {
                label: `View ${words.batches.toLowerCase()}`,
                href: address.href('/batches', { academic_session: row.id }),
              },
              ...(row.isCurrent
                ? []
                : [
                    { label: 'Close…', href: address.href(`${at}/close`) },
                    deleteItem(at, row.name, 'session', 'The session and its terms will be'),
                  ]),
            ]
      }
    />
  );
}
