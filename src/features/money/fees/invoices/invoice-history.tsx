import { DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { InvoiceDetails } from './invoice.queries.ts';

/** Who did what with the invoice. */
export function InvoiceHistory({ invoice: { history, institutionId } }: { invoice: InvoiceDetails }) {
  return (
    <Card flush title="History">
      <DataTable
        flush
        name="invoice-history"
        caption="History"
        rows={history}
        columns={[
          {
            key: 'what',
            title: 'What',
            wraps: true,
            hideable: false,
            render: (row) => `${row.person} ${row.summary}`,
          },
          {
            key: 'at',
            title: 'When',
            card: 'line',
            render: (row) => <DateTimeText value={row.at} institutionId={institutionId} />,
          },
        ]}
        empty={<p style={{ padding: '12px 16px' }}>Issued by a billing run.</p>}
      />
    </Card>
  );
}
