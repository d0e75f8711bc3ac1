import { Badge } from '#ui/badge.tsx';
import { countOf, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { DateText } from '#ui/text.tsx';
import type { OpenInvoiceRow } from '../statement/student-fees.ts';

/** Invoices with something left to pay. */
export function OpenInvoices({ rows, currency }: { rows: OpenInvoiceRow[]; currency: string }) {
  const { href } = useAddress();
  return (
    <DataTable
      name="open-invoices"
      caption="Open invoices"
      columns={columnsIn(currency)}
      rows={rows}
      rowHref={(row) => href(`/invoices/${row.id}`)}
      flush
    />
  );
}

const columnsIn = (currency: string): Column<OpenInvoiceRow>[] => [
  { key: 'title', title: 'Invoice', primary: true, wraps: true, render: (row) => row.title },
  { key: 'number', title: 'Number', numeric: true, card: 'line', render: (row) => row.number },
  {
    key: 'due',
    title: 'Due',
    numeric: true,
    card: 'line',
    render: (row) => (
      <>
        <DateText value={row.dueOn} />{' '}
        {row.daysLate > 0 && <Badge tone="bad">{countOf(row.daysLate, 'day')} late</Badge>}
      </>
    ),
  },
  { key: 'total', title: 'Total', numeric: true, align: 'end', render: (row) => money(row.total, currency) },
  {
    key: 'open',
    title: 'Open',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.open, currency),
  },
];
