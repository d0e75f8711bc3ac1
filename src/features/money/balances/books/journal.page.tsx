import { PrimaryLink } from '#ui/button.tsx';
import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { JournalRow } from './journal/journal.list.ts';
import type { journalPage } from './books.pages.ts';
import { sources } from '#features/money/ledger/sources.ts';

/** All entries, the latest first. */
export default function JournalPage({ accounts, can, ...list }: PropsOf<typeof journalPage>) {
  const { href } = useAddress();
  const { from, to, institution_id } = list.filter;
  return (
    <ListPage
      {...list}
      name="journal"
      title="Journal"
      description="Every entry of the books. Entries are never changed; a correction is a new entry."
      action={can.edit && <PrimaryLink href={href('/ledger/entries/new', { institution_id })}>Add entry</PrimaryLink>}
      more={
        can.export
          ? exportItems(
              (format) => href(`/ledger/export.${format}`, { from, to, institution_id }),
              ['xlsx', 'csv', 'journal'],
            )
          : []
      }
      search={{ label: 'Search the journal', placeholder: 'Description or number' }}
      filters={[
        { key: 'from', endKey: 'to', label: 'Dates', type: 'dates', pinned: true },
        { key: 'source', label: 'Source', pinned: true, options: sources },
        { key: 'account', label: 'Account', options: accounts },
      ]}
      columns={columns}
      rowHref={(row) => href(`/ledger/entries/${row.id}`)}
      empty={<EmptyState title="No entries yet">Invoices and payments are posted here automatically.</EmptyState>}
    />
  );
}

const columns: Column<JournalRow>[] = [
  {
    key: 'description',
    title: 'Description',
    primary: true,
    wraps: true,
    render: (row) => row.description,
  },
  { key: 'id', title: 'Entry', numeric: true, render: (row) => <Secondary>{row.id}</Secondary> },
  { key: 'day', title: 'Date', numeric: true, card: 'line', render: (row) => <DateText value={row.day} /> },
  { key: 'source', title: 'Source', card: 'line', render: (row) => sources[row.source] },
  {
    key: 'amount',
    title: 'Amount',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.amount, row.currency),
  },
];
