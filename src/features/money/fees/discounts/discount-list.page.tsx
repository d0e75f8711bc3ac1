import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { DiscountRow } from './discounts.list.ts';
import type { discountListPage } from './discounts.routes.ts';
import { discountGroups } from '../fees.ts';
import { receiversText, shareText } from './discount-text.ts';

/** The discounts that fees can apply. */
export default function DiscountListPage({ can, ...list }: PropsOf<typeof discountListPage>) {
  const { href } = useAddress();
  const add = can.edit && <PrimaryLink href={href('/discounts/new')}>Add discount</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="discounts"
      title="Discounts"
      action={add}
      search={{ label: 'Search discounts', placeholder: 'Name' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: { active: 'Active', archived: 'Archived' } },
        { key: 'who', label: 'Given to', options: discountGroups },
      ]}
      columns={columns}
      rowHref={(row) => href(`/discounts/${row.id}`)}
      empty={
        <EmptyState title="No discounts yet" action={add}>
          A discount takes a percentage or an amount off the bills of siblings, children of staff, scholars or chosen
          students. Each fee lists the discounts it applies.
        </EmptyState>
      }
    />
  );
}

const columns: Column<DiscountRow>[] = [
  { key: 'name', title: 'Discount', primary: true, render: (row) => row.name },
  {
    key: 'share',
    title: 'Takes off',
    align: 'end',
    numeric: true,
    card: 'line',
    render: (row) => shareText(row, row.currency),
  },
  {
    key: 'who',
    title: 'Given to',
    card: 'line',
    tour: 'discount-who',
    render: (row) => (row.who === 'named' ? `${count(row.named)} chosen students` : receiversText(row)),
  },
  { key: 'fees', title: 'Fees', align: 'end', render: (row) => count(row.fees) },
  { key: 'kind', title: 'Type', render: (row) => (row.isScholarship ? 'Scholarship' : 'Discount') },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (row.isArchived ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>),
  },
];
