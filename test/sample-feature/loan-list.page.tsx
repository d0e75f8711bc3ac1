import { LinkButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { LoanRow } from './loans.list.ts';
import type { loanListPage } from './loans.pages.ts';

export default function LoanListPage({ can, ...list }: PropsOf<typeof loanListPage>) {
  const { href } = useAddress();
  return (
    <ListPage
      {...list}
      name="loans"
      title="Loans"
      action={
        can.edit && (
          <LinkButton tone="primary" href={href('/loans/new')}>
            Add loan
          </LinkButton>
        )
      }
      search={{ label: 'Search loans', placeholder: 'Title or student' }}
      filters={[{ key: 'state', label: 'Status', options: { out: 'On loan', back: 'Returned' } }]}
      columns={columns}
      rowHref={(row) => href(`/loans/${row.id}/edit`)}
      empty={<EmptyState title="No loans yet">Books on loan appear here.</EmptyState>}
    />
  );
}

const columns: Column<LoanRow>[] = [
  { key: 'title', title: 'Title', primary: true, render: (row) => row.title },
  { key: 'student', title: 'Student', card: 'line', render: (row) => row.student },
  { key: 'due', title: 'Due', numeric: true, card: 'line', render: (row) => <DateText value={row.dueOn} /> },
  {
    key: 'returned',
    title: 'Returned',
    numeric: true,
    card: 'aside',
    render: (row) => row.returnedOn && <DateText value={row.returnedOn} />,
  },
];
