import { Badge } from '#ui/badge.tsx';
import { listName } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ApplicationRow } from './application-page.ts';
import { ApplicationBadge } from './state-badge.tsx';

/** The columns of lists of applications. */
export const columnsFor = (levelWord: string): Column<ApplicationRow>[] => [
  {
    key: 'name',
    title: 'Name',
    primary: true,
    sortable: true,
    render: (row) => (
      <>
        {listName(row)} {row.isReturning && <Badge>Returning</Badge>}
      </>
    ),
  },
  { key: 'number', title: 'Number', numeric: true, card: 'line', render: (row) => row.number },
  {
    key: 'class',
    title: levelWord,
    card: 'line',
    wraps: true,
    render: (row) => (
      <>
        {row.class} <Secondary>{row.program}</Secondary>
      </>
    ),
  },
  { key: 'session', title: 'Session', hidden: true, render: (row) => row.session },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <ApplicationBadge state={row.status} /> },
  {
    key: 'score',
    title: 'Score',
    spare: true,
    align: 'end',
    numeric: true,
    sortable: true,
    tour: 'application-score',
    render: (row) => row.score,
  },
  { key: 'age', title: 'Age', align: 'end', numeric: true, hidden: true, render: (row) => row.age },
  {
    key: 'open',
    title: 'To do',
    tour: 'application-open',
    render: (row) => (
      <>
        {row.missing > 0 && (
          <Badge tone="bad">{row.missing === 1 ? '1 paper missing' : `${row.missing} papers missing`}</Badge>
        )}{' '}
        {row.hasTask && <Badge tone="gold">Task open</Badge>}
      </>
    ),
  },
  { key: 'phone', title: 'Phone', hidden: true, render: (row) => row.phone },
  { key: 'email', title: 'E-mail', hidden: true, render: (row) => row.email },
  {
    key: 'latest',
    title: 'Sent',
    sortable: true,
    render: (row) => <DateText value={row.sentOn} />,
  },
];
