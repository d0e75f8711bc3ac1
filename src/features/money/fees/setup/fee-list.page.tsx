import { moneyColumn } from '#ui/lists/money-column.tsx';
import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { audienceText } from '../audience/audience-input.ts';
import type { feeListPage } from '../fees.pages.ts';
import { mostFees } from './most-fees.ts';
import type { FeeRow } from './fees.list.ts';

/** The fees that students are billed with, latest first. */
export default function FeeListPage({ choices, can, ...list }: PropsOf<typeof feeListPage>) {
  const [selected, setSelected] = useState(new Set<number>());
  const { href } = useAddress();
  const words = useTerms();
  const add = can.edit && <PrimaryLink href={href('/fees/new')}>Add fee</PrimaryLink>;
  return (
    <>
      <ListPage
        {...list}
        name="fees"
        selection={can.bill ? { selected, onChange: setSelected } : undefined}
        rowLabel={(row) => row.title}
        title="Fees"
        action={add}
        more={[
          ...(can.edit
            ? [
                { label: 'Copy last term’s fees', href: href('/fees/copy') },
                { label: 'Import fees', href: href('/fees/import') },
              ]
            : []),
          { label: 'Fee categories', href: href('/fee-categories') },
        ]}
        search={{ label: 'Search fees', placeholder: 'Title' }}
        filters={[
          { key: 'term', label: 'Term', pinned: true, options: choices.terms },
          { key: 'class', label: words.class, pinned: true, options: choices.classes },
          { key: 'session', label: 'Session', options: choices.sessions },
          { key: 'category', label: 'Category', options: choices.categories },
          { key: 'state', label: 'Status', options: { open: 'Open', ended: 'Ended' } },
        ]}
        columns={columns}
        rowHref={(row) => href(`/fees/${row.id}`)}
        empty={
          <EmptyState title="No fees yet" action={add}>
            A fee sets the amounts, the students who pay and the due dates. Add one, then bill the students with it.
          </EmptyState>
        }
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        {selected.size > mostFees ? (
          <span>Choose up to {mostFees} fees.</span>
        ) : (
          <PrimaryLink href={href('/fee-runs/new', { fee: [...selected] })}>Bill…</PrimaryLink>
        )}
      </BulkBar>
    </>
  );
}

const columns: Column<FeeRow>[] = [
  { key: 'title', title: 'Fee', primary: true, render: (row) => row.title },
  { key: 'for', title: 'Who pays', card: 'line', render: (row) => audienceText(row.audience) },
  {
    key: 'term',
    title: 'Term',
    render: (row) => (
      <>
        {row.term ?? 'Whole session'} <Secondary>{row.session}</Secondary>
      </>
    ),
  },
  { key: 'category', title: 'Category', render: (row) => row.category, hidden: true },
  moneyColumn('amount', 'Amount', { card: 'line', tour: 'fee-amount' }),
  {
    key: 'due',
    title: 'First due',
    render: (row) => (
      <>
        <DateText value={row.firstDueOn} />
        {row.instalments > 1 && <Secondary> {row.instalments} instalments</Secondary>}
      </>
    ),
  },
  {
    key: 'billed',
    title: 'Billed',
    align: 'end',
    tour: 'fee-billed',
    render: (row) => (row.billed === 0 ? 'Nobody yet' : count(row.billed)),
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (row.isEnded ? <Badge>Ended</Badge> : <Badge tone="good">Open</Badge>),
  },
];
