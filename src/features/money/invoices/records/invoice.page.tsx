import { Link } from '#ui/link.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { textName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import { recordItems } from '#web/client/record-items.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { invoiceFields } from '../invoices.fields.ts';
import { invoiceKinds, invoiceNumber, creditNoteKinds, creditNoteNumber, documentName } from '../invoices.ts';
import type { invoicePage } from './invoices.routes.ts';
import { InvoiceBadge } from '../shared/invoice-badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, DateTimeText, Secondary } from '#ui/text.tsx';
import type { InvoiceDetails } from './invoice.queries.ts';
import { moneyColumn } from '#ui/lists/money-column.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ModalLink } from '#ui/overlays/modal-link.tsx';
import { channels } from '#features/money/ledger/channels.ts';

/** One invoice: what it charges, what settles it, and what may still be done with it. */
export default function InvoicePage({ invoice }: PropsOf<typeof invoicePage>) {
  const { href } = useAddress();
  const number = invoiceNumber(invoice.number);
  const { can } = invoice;
  const at = (act: string) => href(`/invoices/${invoice.id}/${act}`);
  return (
    <>
      <PageHeader
        title={number}
        breadcrumbs={[{ label: 'Invoices', href: href('/invoices') }, { label: textName(invoice) }]}
        badge={<InvoiceBadge state={invoice.state} />}
        description={invoice.isWaiting ? 'A change to this invoice is waiting for approval.' : invoice.title}
        action={
          can.pay && (
            <PrimaryLink href={href('/payments/new', { student_id: invoice.studentId })}>Take payment</PrimaryLink>
          )
        }
        more={[
          { label: 'Print bill', onSelect: () => openByPost(`/invoices/${invoice.id}/print`) },
          can.credit && { label: 'Issue credit note', href: at('credit'), modal: true },
          can.waive && { label: 'Waive or write off', href: at('waive'), modal: true },
          can.cancel && { label: 'Cancel invoice', href: at('cancel'), modal: true, tone: 'bad' as const },
        ]}
      />
      <RecordLayout aside={<Summary invoice={invoice} />}>
        <InvoiceLines invoice={invoice} />
        <InvoiceDues invoice={invoice} />
        <InvoiceSettlements invoice={invoice} />
        <InvoiceHistory invoice={invoice} />
      </RecordLayout>
    </>
  );
}

function Summary({ invoice }: { invoice: InvoiceDetails }) {
  const { href } = useAddress();
  const words = useTerms(invoice.institutionId);
  const money = (minor: number) => <Money minor={minor} currency={invoice.currency} />;
  const { parentId, parentNumber, feeId, fines, entryId, can } = invoice;
  return (
    <Card>
      <DescriptionList
        items={[
          [
            'Student',
            <Link key="student" href={href(`/students/${invoice.studentId}`)}>
              {textName(invoice)}
            </Link>,
          ],
          ['Admission number', invoice.admissionNumber],
          [words.batch, invoice.batch],
          ['Total', money(invoice.total)],
          ['Paid', money(invoice.settled)],
          ['Credited', money(invoice.credited)],
          ['Left to pay', <strong key="open">{money(invoice.open)}</strong>],
          ...recordItems(invoiceFields, invoice),
          ['Issued', <DateText key="issued" value={invoice.issuedOn} />],
          [
            'Type',
            feeId === null ? (
              invoiceKinds[invoice.kind]
            ) : (
              <Link key="fee" href={href(`/fees/${feeId}`)}>
                {invoiceKinds[invoice.kind]}
              </Link>
            ),
          ],
          ...(parentId === null
            ? []
            : [
                [
                  'Fine for',
                  <Link key="parent" href={href(`/invoices/${parentId}`)}>
                    {invoiceNumber(parentNumber!)}
                  </Link>,
                ] as [string, React.ReactNode],
              ]),
          ...fines.map((fine): [string, React.ReactNode] => [
            'Fine',
            <Link key={fine.id} href={href(`/invoices/${fine.id}`)}>
              {invoiceNumber(fine.number)}
            </Link>,
          ]),
          ...(can.seeLedger && entryId !== null
            ? [
                [
                  'Ledger',
                  <Link key="entry" href={href(`/ledger/entries/${entryId}`)}>
                    Entry {entryId}
                  </Link>,
                ] as [string, React.ReactNode],
              ]
            : []),
        ]}
      />
    </Card>
  );
}

/** Who did what with the invoice. */
function InvoiceHistory({ invoice: { history, institutionId } }: { invoice: InvoiceDetails }) {
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

interface Props {
  invoice: InvoiceDetails;
}

/** What is charged, and what is taken off it. */
function InvoiceLines({ invoice: { id, lines, currency, can } }: Props) {
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
          moneyColumn('amount', 'Amount', { currency, card: 'aside' }),
        ]}
      />
    </Card>
  );
}

/** When it is due, and what is left of each instalment. */
function InvoiceDues({ invoice: { dues, currency } }: Props) {
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
          {
            ...moneyColumn('amount', 'Amount', { currency, card: 'aside' }),
            card: 'line' as const,
          },
          moneyColumn('open', 'To pay', { currency, card: 'aside' }),
        ]}
      />
    </Card>
  );
}

/** Payments, waivers and credit notes that settle it. */
function InvoiceSettlements({ invoice }: Props) {
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
          moneyColumn('amount', 'Amount', { currency, card: 'aside' }),
        ]}
        empty={<p style={{ padding: '12px 16px' }}>Nothing has been paid or credited yet.</p>}
      />
    </Card>
  );
}
