import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { menuColumn } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { PropsOf } from '#web/page.ts';
import type { CategoryRow } from './categories.ts';
import type { categoryListPage } from '../fees.pages.ts';

/** The categories of fees, each with an income account. */
export default function CategoryListPage({ rows, can }: PropsOf<typeof categoryListPage>) {
  const { href } = useAddress();
  const institution = useInstitutionColumn<CategoryRow>();
  return (
    <>
      <PageHeader
        title="Fee categories"
        count={rows.length}
        breadcrumbs={[{ label: 'Fees', href: href('/fees') }]}
        description="The purposes of fees. Each category has an income account, so the books show its income."
        action={
          can.edit && (
            <LinkButton tone="primary" href={href('/fee-categories/new')} onClick={opensModal}>
              Add category
            </LinkButton>
          )
        }
      />
      <DataTable
        name="fee-categories"
        caption="Fee categories"
        columns={[...columns, ...institution, ...(can.edit ? [actions(href)] : [])]}
        rows={rows}
        total={rows.length}
      />
    </>
  );
}

const columns: Column<CategoryRow>[] = [
  { key: 'name', title: 'Category', primary: true, render: (row) => row.name },
  {
    key: 'account',
    title: 'Income account',
    card: 'line',
    tour: 'category-account',
    render: (row) => (
      <>
        {row.account} <Secondary>{row.accountCode}</Secondary>
      </>
    ),
  },
  { key: 'fees', title: 'Fees', align: 'end', render: (row) => count(row.fees) },
  {
    key: 'state',
    title: 'Status',
    card: 'line',
    render: (row) => (row.isArchived ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>),
  },
];

const actions = (href: (path: string) => string) =>
  menuColumn<CategoryRow>((row) => [
    { label: 'Edit', href: href(`/fee-categories/${row.id}/edit`), modal: true },
    row.isArchived
      ? { label: 'Restore', onSelect: () => post(`/fee-categories/${row.id}/restore`) }
      : { label: 'Archive', onSelect: () => post(`/fee-categories/${row.id}/archive`) },
  ]);
