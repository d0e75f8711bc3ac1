import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { Proposals } from './proposals.queries.ts';

/** Corrections of the last day, each with a way back. */
export function RecentCorrections({ fee, corrections }: Pick<Proposals, 'fee' | 'corrections'>) {
  if (corrections.length === 0) return null;
  return (
    <Card flush title="Corrections of the last 24 hours">
      <DataTable
        flush
        name="recent-corrections"
        caption="Corrections that can be undone"
        rows={corrections}
        columns={[
          { key: 'reason', title: 'Reason', primary: true, wraps: true, render: ({ reason }) => reason },
          { key: 'invoices', title: 'Invoices', card: 'line', render: ({ invoices }) => countOf(invoices, 'invoice') },
          { key: 'person', title: 'By', card: 'line', render: ({ person }) => person },
          {
            key: 'at',
            title: 'Time',
            card: 'line',
            render: ({ at }) => <DateTimeText value={at} institutionId={fee.institutionId} />,
          },
          {
            key: 'undo',
            title: 'Undo',
            card: 'aside',
            hideable: false,
            render: ({ id, invoices }) => (
              <Button
                small
                onClick={() =>
                  void askThenPost(`/fee-corrections/${id}/undo`, {
                    title: `Undo the correction of ${countOf(invoices, 'invoice')}?`,
                    body: 'The invoices charge again what they charged before. The fee stays as it is.',
                    action: 'Undo',
                  })
                }
              >
                Undo
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
