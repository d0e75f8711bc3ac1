import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { AccountRow } from '../books/accounts/accounts.queries.ts';
import { accountKinds } from '#features/ledger/chart.ts';
import type { accountsPage } from '../books/books.pages.ts';
import { sided } from '../parts/amount-columns.tsx';
import { BooksChoice } from '../parts/books-choice.tsx';

/** The chart of accounts with today's balances. */
export default function AccountsPage({ rows, currency, ...books }: PropsOf<typeof accountsPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="Accounts"
        count={rows.length}
        description="Invoices, payments and corrections are posted to these accounts by themselves."
      />
      <BooksChoice {...books} />
      <DataTable
        name="ledger-accounts"
        caption="Accounts"
        columns={columnsIn(currency)}
        rows={rows}
        rowHref={(row) => href(`/ledger/accounts/${row.id}`)}
        tour="ledger-accounts"
      />
    </>
  );
}

const columnsIn = (currency: string): Column<AccountRow>[] => [
  {
    key: 'name',
    title: 'Account',
    primary: true,
    render: (row) => (
      <>
        {row.name} {row.isArchived && <Badge>Archived</Badge>}
      </>
    ),
  },
  { key: 'code', title: 'Code', numeric: true, card: 'line', render: (row) => <Secondary>{row.code}</Secondary> },
  { key: 'kind', title: 'Kind', card: 'line', render: (row) => accountKinds[row.kind] },
  {
    key: 'balance',
    title: 'Balance',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => sided(row.balance, currency),
  },
];
