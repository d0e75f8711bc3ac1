import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText, DateTimeText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { BatchRow } from './batches.list.ts';
import { batchPurposes, batchStates, serialText } from '../pins.ts';
import type { batchListPage } from '../pins.pages.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Batches of pins, latest first. */
export default function BatchListPage({ can, ...list }: PropsOf<typeof batchListPage>) {
  const { href } = useAddress();
  const make = can.make && (
    <LinkButton tone="primary" href={href('/pin-batches/new')} onClick={opensModal}>
      Create pins
    </LinkButton>
  );
  return (
    <ListPage
      {...list}
      name="pin-batches"
      reportAs="pin-batches"
      title="Batches of pins"
      action={make}
      filters={[{ key: 'purpose', label: 'Use', pinned: true, options: batchPurposes }]}
      columns={columns}
      rowHref={(row) => href(`/pin-batches/${row.id}`)}
      rowLabel={(row) => `Batch ${row.number}`}
      empty={
        <EmptyState title="No pins yet" action={make}>
          Create a batch to print cards or sell pins online.
        </EmptyState>
      }
    />
  );
}

const columns: Column<BatchRow>[] = [
  { key: 'number', title: 'Batch', primary: true, numeric: true, render: (row) => `Batch ${row.number}` },
  { key: 'kind', title: 'Type', card: 'line', wraps: true, render: (row) => row.kind },
  { key: 'purpose', title: 'Use', card: 'line', render: (row) => batchPurposes[row.purpose] },
  figureColumn('quantity', 'Pins', (row) => row.quantity.toLocaleString('en'), { card: 'figure' }),
  {
    key: 'serials',
    title: 'Serial numbers',
    render: (row) => `${serialText(row.firstSerial)} – ${serialText(row.firstSerial + row.quantity - 1)}`,
  },
  { key: 'expires', title: 'Valid until', numeric: true, render: (row) => <DateText value={row.expiresOn} /> },
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <BatchBadge batch={row} /> },
  {
    key: 'made',
    title: 'Made',
    wraps: true,
    render: (row) => (
      <>
        {row.maker}{' '}
        <Secondary>
          <DateTimeText value={String(row.createdAt)} institutionId={row.institutionId} />
        </Secondary>
      </>
    ),
  },
];

function BatchBadge({ batch: { state, purpose, printedAt } }: { batch: BatchRow }) {
  if (state !== 'ready') return <Badge tone={state === 'making' ? 'info' : 'bad'}>{batchStates[state]}</Badge>;
  if (purpose === 'orders') return <Badge tone="good">Ready</Badge>;
  return printedAt ? <Badge tone="good">Printed</Badge> : <Badge tone="gold">To be printed</Badge>;
}
