import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { AccountRow } from './accounts.queries.ts';
import { accountKinds } from '#features/money/ledger/chart.ts';
import type { accountsPage } from '../books.pages.ts';
import { Sided } from '../amount-columns.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';

/** The chart of accounts with today's balances. */
export default function AccountsPage({ rows, currency, can, ...books }: PropsOf<typeof accountsPage>) {
  const { href } = useAddress();
  return (
    <>
      <PageHeader
        title="Accounts"
        count={rows.length}
        description="Invoices, payments and corrections are posted to these accounts automatically."
        action={
          can.edit && (
            <LinkButton
              tone="primary"
              href={href('/ledger/accounts/new', { institution_id: books.institutionId })}
              onClick={opensModal}
            >
              Add account
            </LinkButton>
          )
        }
      />
      <InstitutionSwitch {...books} />
      <DataTable
        name="ledger-accounts"
        caption="Accounts"
        columns={[...columnsIn(currency), ...(can.edit ? [actions(href)] : [])]}
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
        {row.note && (
          <div>
            <Secondary>{row.note}</Secondary>
          </div>
        )}
      </>
    ),
  },
  { key: 'code', title: 'Code', numeric: true, card: 'line', render: (row) => <Secondary>{row.code}</Secondary> },
  { key: 'kind', title: 'Type', card: 'line', render: (row) => accountKinds[row.kind] },
  {
    key: 'balance',
    title: 'Balance',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => <Sided amount={row.balance} currency={currency} />,
  },
];

const actions = (href: (path: string) => string) =>
  menuColumn<AccountRow>((row) => [
    { label: 'Edit', href: href(`/ledger/accounts/${row.id}/edit`), modal: true },
    ...(row.isOwn
      ? [
          row.isArchived
            ? { label: 'Restore', onSelect: () => post(`/ledger/accounts/${row.id}/restore`) }
            : { label: 'Archive', onSelect: () => post(`/ledger/accounts/${row.id}/archive`) },
        ]
      : []),
  ]);
