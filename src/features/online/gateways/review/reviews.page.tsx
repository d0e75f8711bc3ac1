import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { acceptable, providers, reviewReasons, reviewStates } from '../gateways.ts';
import { HandleDialog } from './handle-dialog.tsx';
import type { reviewListPage } from '../gateways.pages.ts';
import type { ReviewRow } from './reviews.list.ts';
import { recordedAs, ReviewDetails } from './review-details.tsx';

/** Money that a provider reported and that nobody has been credited with. */
export default function ReviewsPage({ can, ...list }: PropsOf<typeof reviewListPage>) {
  const [handling, setHandling] = useState<ReviewRow | null>(null);
  return (
    <>
      <ListPage
        {...list}
        name="online-reviews"
        title="Needs review"
        description="Reports from payment gateways that match no payment. Nothing is credited until you decide."
        search={{ label: 'Search reviews', placeholder: 'Reference' }}
        filters={[
          { key: 'state', label: 'Status', pinned: true, options: reviewStates },
          { key: 'reason', label: 'Reason', options: reviewReasons },
        ]}
        columns={columnsFor(can.decide, setHandling)}
        empty={
          <EmptyState title="Nothing to review">Online payments that match are credited automatically.</EmptyState>
        }
      />
      {handling && <HandleDialog review={handling} onClose={() => setHandling(null)} />}
    </>
  );
}

const accept = (row: ReviewRow) =>
  askThenPost(`/online-reviews/${row.id}/accept`, {
    title: 'Credit what was received?',
    body: `${becomes(row)} A second person has to agree.`,
    action: 'Request approval',
    tone: 'primary',
  });

const becomes = (row: ReviewRow) => {
  if (row.reason === 'recorded') return 'The student is credited once more: only if the money really came twice.';
  return row.expected
    ? 'The students are credited with the amount that was received.'
    : 'It is entered as an unidentified payment, to be placed later.';
};

const join = (row: ReviewRow) =>
  askThenPost(`/online-reviews/${row.id}/join`, {
    title: `Join it to ${recordedAs(row)}?`,
    body: 'It is the same money, so nothing more is credited. If that payment is reversed, this waits here again.',
    action: 'Join',
    tone: 'primary',
  });

const columnsFor = (mayDecide: number[], handle: (row: ReviewRow) => void): Column<ReviewRow>[] => [
  {
    key: 'reason',
    title: 'Reason',
    primary: true,
    render: (row) => (
      <>
        {reviewReasons[row.reason]} {row.mode === 'test' && <Badge tone="gold">Test</Badge>}
        <ReviewDetails row={row} />
      </>
    ),
  },
  {
    key: 'reference',
    title: 'Reference',
    card: 'line',
    render: (row) => (
      <>
        {row.reference} <Secondary>{providers[row.provider]}</Secondary>
      </>
    ),
  },
  {
    key: 'at',
    title: 'Reported',
    card: 'line',
    render: (row) => <DateTimeText value={String(row.createdAt)} institutionId={row.institutionId} />,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'line',
    render: (row) => (
      <Badge tone={row.state === 'open' ? 'gold' : row.state === 'handled' ? 'plain' : 'good'}>
        {reviewStates[row.state]}
      </Badge>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) =>
      row.state === 'open' &&
      mayDecide.includes(row.institutionId) && (
        <Menu
          label={`Decide about ${row.reference}`}
          items={[
            ...(row.reason === 'recorded'
              ? [{ label: `Join to ${recordedAs(row)}`, onSelect: () => void join(row) }]
              : []),
            ...(acceptable.includes(row.reason) && row.received
              ? [{ label: 'Credit what was received', onSelect: () => void accept(row) }]
              : []),
            { label: 'Mark as handled', onSelect: () => handle(row) },
          ]}
        />
      ),
  },
];
