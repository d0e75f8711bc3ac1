import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { WaitingChanges } from '#features/records/approvals/shared/waiting-changes.tsx';
import type { PropsOf } from '#web/page.ts';
import type { BankAccountRow } from './bank-accounts.ts';
import type { bankAccountListPage } from '../bank.pages.ts';

/** The school's accounts at banks. */
export default function BankAccountListPage({ accounts, changes }: PropsOf<typeof bankAccountListPage>) {
  const { href } = useAddress();
  const institution = useInstitutionColumn<BankAccountRow>();
  const add = (
    <LinkButton tone="primary" href={href('/bank-accounts/new')} onClick={opensModal}>
      Add bank account
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Bank accounts"
        count={accounts.length}
        breadcrumbs={[{ label: 'Bank statements', href: href('/bank-statements') }]}
        action={add}
        more={[{ label: 'Days until a payment is overdue at the bank', href: href('/bank-waits') }]}
      />
      <WaitingChanges changes={changes} />
      <DataTable
        name="bank-accounts"
        caption="Bank accounts"
        columns={columns.toSpliced(3, 0, ...institution)}
        rows={accounts}
        rowInModal
        rowHref={(row) => href(`/bank-accounts/${row.id}/edit`)}
        empty={
          <EmptyState title="No bank accounts yet" action={add}>
            Add each account that parents pay into. Then upload its statements.
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<BankAccountRow>[] = [
  { key: 'name', title: 'Name', primary: true, render: (row) => row.name },
  { key: 'bank', title: 'Bank', card: 'line', render: (row) => row.bank },
  { key: 'number', title: 'Account number', numeric: true, card: 'line', render: (row) => row.number },
  { key: 'ledger', title: 'Ledger account', render: (row) => row.ledgerAccount },
  {
    key: 'state',
    title: 'Status',
    render: (row) => (row.isArchived ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>),
  },
  menuColumn((row) => [
    { label: 'Reconcile', href: `/bank-accounts/${row.id}/reconciliation` },
    row.isArchived
      ? { label: 'Restore', onSelect: () => post(`/bank-accounts/${row.id}/restore`) }
      : { label: 'Archive', onSelect: () => post(`/bank-accounts/${row.id}/archive`) },
  ]),
];
