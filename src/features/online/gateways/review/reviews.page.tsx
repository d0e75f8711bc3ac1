import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { askThenPost } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { acceptable, providers, reviewReasons, reviewStates } from '../gateways.ts';
import type { reviewListPage } from '../gateways.pages.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DateTimeText, Secondary, DateText } from '#ui/text.tsx';
import type { ReviewRow } from './reviews.list.ts';
import { Link } from '#ui/link.tsx';
import { money } from '#ui/format.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';

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
    body: `${becomes(row)} A second person must approve it.`,
    action: 'Request approval',
    tone: 'primary',
  });

const becomes = (row: ReviewRow) => {
  if (row.reason === 'recorded') return 'The student is credited once more: only if the money really arrived twice.';
  return row.expected
    ? 'The students are credited with the amount that was received.'
    : 'It’s recorded as an unidentified payment, to be identified later.';
};

const join = (row: ReviewRow) =>
  askThenPost(`/online-reviews/${row.id}/join`, {
    title: `Join it to ${recordedAs(row)}?`,
    body: 'It is the same money, so nothing more is credited. If that payment is reversed, this returns here.',
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
            row.reason === 'recorded' && { label: `Join to ${recordedAs(row)}`, onSelect: () => void join(row) },
            acceptable.includes(row.reason) &&
              Boolean(row.received) && { label: 'Credit what was received', onSelect: () => void accept(row) },
            { label: 'Mark as handled', onSelect: () => handle(row) },
          ]}
        />
      ),
  },
];

/** Asks how it was settled. */
function HandleDialog({ review, onClose }: { review: ReviewRow; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Mark ${review.reference} as handled`}>
      <p>Nothing is credited. Describe how you settled it, for example that you refunded it at the provider.</p>
      <EditForm action={`/online-reviews/${review.id}/handle`} submit="Mark as handled" onSuccess={onClose}>
        <TextField name="note" label="Note" maxLength={300} autoFocus />
      </EditForm>
    </Dialog>
  );
}

/** The payment that a transfer may be. */
const recordedAs = ({ receiptNumber: number, paymentId }: ReviewRow) =>
  number === null ? `payment ${paymentId}` : receiptNumber(number);

const shown = ['channel', 'senderName', 'senderBank', 'account', 'reportedReference', 'event'];

/** What was expected and got, the provider's few words about it, and what was decided. */
function ReviewDetails({ row }: { row: ReviewRow }) {
  const told = Object.entries(row.details).filter(([key]) => shown.includes(key));
  const { expected, received } = row;
  return (
    <>
      {received !== null && (
        <div>
          {expected !== null && `Expected ${money(expected, row.expectedCurrency ?? '')}, got `}
          {expected === null && 'Got '}
          {money(received, row.receivedCurrency ?? '')}
        </div>
      )}
      {row.reason === 'recorded' && (
        <div>
          Recorded as <Link href={`/payment_records/${row.paymentId}`}>{recordedAs(row)}</Link>,{' '}
          {row.paymentDay && <DateText value={row.paymentDay} />}
        </div>
      )}
      {told.map(([key, value]) => (
        <div key={key}>
          <Secondary>
            {key.replaceAll(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase())}: {value}
          </Secondary>
        </div>
      ))}
      {row.note && (
        <div>
          <Secondary>Note: {row.note}</Secondary>
        </div>
      )}
    </>
  );
}
