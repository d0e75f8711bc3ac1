import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { count, dateText } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { NoticeRow } from './notices.list.ts';
import type { noticeListPage } from '../notices.pages.ts';
import { audienceText, NoticeState, noticeStateLabels } from './notice-labels.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** All notices, for the people who write them. */
export default function NoticeListPage(list: PropsOf<typeof noticeListPage>) {
  const { href } = useAddress();
  const write = <PrimaryLink href={href('/notices/new')}>Add notice</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="notices"
      title="Notices"
      description="Everything on the notice board, and how many people have read it."
      action={write}
      more={[{ label: 'Open the notice board', href: href('/notice-board') }]}
      columns={columns}
      rowHref={(row) => href(`/notices/${row.id}`)}
      search={{ label: 'Search notices' }}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: noticeStateLabels }]}
      empty={
        <EmptyState title="No notices yet" action={write}>
          A notice reaches employees, students or guardians on their notice board, and on the public site if you choose.
        </EmptyState>
      }
    />
  );
}

const columns: Column<NoticeRow>[] = [
  {
    key: 'title',
    title: 'Title',
    primary: true,
    render: (row) => (
      <>
        {row.title} {row.isPinned && <Badge tone="gold">Pinned</Badge>}{' '}
        {row.isPublic && <Badge tone="info">Public</Badge>}
      </>
    ),
  },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <NoticeState state={row.state} /> },
  {
    key: 'audience',
    title: 'For',
    card: 'line',
    render: (row) => (
      <>
        {audienceText(row)}
        {row.isNarrowed && <Secondary> chosen ones</Secondary>}
      </>
    ),
  },
  {
    key: 'days',
    title: 'Shown',
    card: 'line',
    render: (row) => `${dateText(row.fromDay)}${row.untilDay ? ` – ${dateText(row.untilDay)}` : ''}`,
  },
  figureColumn('reads', 'Read by', (row) => count(row.reads)),
  { key: 'author', title: 'Author', render: (row) => row.author },
];
