import type { Bounded } from '#kernel/database/bounded.ts';
import { dateText } from '#ui/format.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { Closing } from './books-state.ts';

/** When the books were closed and reopened, and by whom. */
export function ClosingHistory({
  closings: { rows, isMore },
  institutionId,
}: {
  closings: Bounded<Closing>;
  institutionId: number;
}) {
  if (rows.length === 0) return null;
  return (
    <Card title="History" flush>
      <DataTable name="ledger-closings" caption="History" columns={columnsIn(institutionId)} rows={rows} flush />
      <ListEnd shown={rows.length} isMore={isMore} of="changes" next="Older ones are in the audit log." />
    </Card>
  );
}

const isReopened = ({ closedThrough, previous }: Closing) => previous !== null && (closedThrough ?? '') < previous;

const columnsIn = (institutionId: number): Column<Closing>[] => [
  {
    key: 'what',
    title: 'Change',
    primary: true,
    render: (row) =>
      isReopened(row)
        ? row.closedThrough
          ? `Reopened after ${dateText(row.closedThrough)}`
          : 'Reopened'
        : `Closed until ${dateText(row.closedThrough)}`,
  },
  {
    key: 'at',
    title: 'Date',
    card: 'line',
    render: (row) => <DateTimeText value={row.at} institutionId={institutionId} />,
  },
  {
    key: 'by',
    title: 'By',
    card: 'line',
    render: (row) => [row.by, row.approvedBy && `approved by ${row.approvedBy}`].filter(Boolean).join(', '),
  },
  { key: 'reason', title: 'Reason', wraps: true, card: 'line', render: (row) => row.reason },
];
