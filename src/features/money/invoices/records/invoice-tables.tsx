import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ModalLink } from '#ui/overlays/modal-link.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { creditNoteKinds, creditNoteNumber, documentName } from '../invoices.ts';
import type { InvoiceDetails } from './invoice.queries.ts';

interface Props {
  invoice: InvoiceDetails;
}

/** A column of amounts. */
const amounts = <Row,>(key: string, title: string, of: (row: Row) => number, currency: string) => ({
  key,
  title,
  numeric: true,
  align: 'end' as const,
  card: 'aside' as const,
  render: (row: Row) => <Money minor={of(row)} currency={currency} />,
});

/** What is charged, and what is taken off it. */
export function InvoiceLines({ invoice: { id, lines, currency, can } }: Props) {
  const { href } = useAddress();
  return (
    <Card flush title="Lines">
      <DataTable
        flush
        name="invoice-lines"
        caption="Lines"
        rowId={({ at }) => at}
        rows={lines.map((line, at) => ({ ...line, at }))}
        columns={[
          {
            key: 'name',
            title: 'Description',
            wraps: true,
            hideable: false,
            render: (row) => (
              <>
                {row.name}{' '}
                {can.credit && row.item && (
                  <ModalLink href={href(`/invoices/${id}/credit`, { item: row.item.id })}>Remove</ModalLink>
                )}
              </>
            ),
          },
          { key: 'category', title: 'Category', card: 'line', render: (row) => row.category },
          amounts('amount', 'Amount', (row: { amount: number }) => row.amount, currency),
        ]}
      />
    </Card>
  );
}

/** When it is due, and what is left of each instalment. */
export function InvoiceDues({ invoice: { dues, currency } }: Props) {
  return (
    <Card flush title="Due">
      <DataTable
        flush
        name="invoice-dues"
        caption="Due"
        rowId={({ at }) => at}
        rows={dues.map((due, at) => ({ ...due, at }))}
        columns={[
          { key: 'dueOn', title: 'Due date', hideable: false, render: (row) => <DateText value={row.dueOn} /> },
          { ...amounts('amount', 'Amount', (row: { amount: number }) => row.amount, currency), card: 'line' as const },
          amounts('open', 'To pay', (row: { open: number }) => row.open, currency),
        ]}
      />
    </Card>
  );
}

/** Payments, waivers and credit notes that settle it. */
export function InvoiceSettlements({ invoice }: Props) {
  const { href } = useAddress();
  const { payments, creditNotes, currency, can } = invoice;
  const rows = [
    ...payments.map(({ paymentId, channel, receiptNumber: receipt, day, amount }) => ({
      key: `payment ${paymentId}`,
      what: receipt === null ? channels[channel] : `${documentName('RCT', receipt)} · ${channels[channel]}`,
      day,
      amount,
      href: can.seePayments ? href(`/payment_records/${paymentId}`) : null,
      reason: null,
    })),
    ...creditNotes.map(({ id, number, kind, day, amount, reason }) => ({
      key: `note ${id}`,
      what: `${creditNoteNumber(number)} · ${creditNoteKinds[kind]}`,
      day,
      amount,
      reason,
      href: null,
    })),
  ];
  return (
    <Card flush title="Payments and credit notes">
      <DataTable
        flush
        name="invoice-settlements"
        caption="Payments and credit notes"
        rowId={({ key }) => key}
        rows={rows}
        columns={[
          {
            key: 'what',
            title: 'Document',
            wraps: true,
            hideable: false,
            render: (row) => (
              <>
                {row.href ? <Link href={row.href}>{row.what}</Link> : row.what}{' '}
                {row.reason && <Secondary>{row.reason}</Secondary>}
              </>
            ),
          },
          { key: 'day', title: 'Date', card: 'line', render: (row) => <DateText value={row.day} /> },
          amounts('amount', 'Amount', (row: { amount: number }) => row.amount, currency),
        ]}
        empty={<p style={{ padding: '12px 16px' }}>Nothing has been paid or credited yet.</p>}
      />
    </Card>
  );
}
