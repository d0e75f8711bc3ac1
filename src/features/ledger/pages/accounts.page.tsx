import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { AccountRow } from '../accounts/accounts.queries.ts';
import { accountKinds } from '../chart.ts';
import type { accountsPage } from '../ledger.pages.ts';
import { sided } from '../parts/amount-columns.tsx';
import { BooksChoice } from '../parts/books-choice.tsx';

/** The chart of accounts with today's balances. */
export default function AccountsPage({ rows, can, currency, ...books }: PropsOf<typeof accountsPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="Accounts"
        count={rows.length}
        description="The product posts to its own accounts by itself. Add others for what the school records by hand."
        action={
          can.edit && (
            <LinkButton tone="primary" href={href('/ledger/accounts/new', { institution_id: books.institutionId })}>
              Add account
            </LinkButton>
          )
        }
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
