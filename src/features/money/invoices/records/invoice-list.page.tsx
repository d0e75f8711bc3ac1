import { moneyColumn } from '#ui/lists/money-column.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { money, countOf, listName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { recordColumns } from '#web/client/record-columns.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import { invoiceFields } from '../invoices.fields.ts';
import { invoiceNumber } from '../invoices.ts';
import type { InvoiceRow } from './invoices.list.ts';
import type { invoiceListPage } from './invoices.routes.ts';
import { InvoiceBadge } from '../shared/invoice-badge.tsx';

const states = { open: 'Open', overdue: 'Overdue', paid: 'Paid', cancelled: 'Cancelled' };

/** All invoices, latest first. */
export default function InvoiceListPage({ totals, chosen, can, ...list }: PropsOf<typeof invoiceListPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const filter = list.filter as Record<string, unknown>;
  const named = (key: 'fee' | 'class' | 'batch') =>
    chosen[key] === null ? {} : { [String(filter[key])]: chosen[key] };
  return (
    <ListPage
      {...list}
      name="invoices"
      reportAs="invoices"
      title="Invoices"
      description={<Totals totals={totals} />}
      search={{ label: 'Search invoices', placeholder: 'Number, name or admission number' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: states },
        { key: 'fee', label: 'Fee', pinned: true, search: '/invoices/fee-options', options: named('fee') },
        { key: 'class', label: words.class, search: '/structure/class-options', options: named('class') },
        { key: 'batch', label: words.batch, search: '/structure/batch-options', options: named('batch') },
      ]}
      action={can.bill && <PrimaryLink href={href('/invoices/new')}>Add invoice</PrimaryLink>}
      more={[
        list.rows.length > 0 && {
          label: 'Print these bills',
          onSelect: () => post('/bill-files', filled(filter)),
        },
      ]}
      rowHref={(row) => href(`/invoices/${row.id}`)}
      columns={columnsFor(words.batch)}
      empty={
        <EmptyState title="No invoices yet" action={<PrimaryLink href={href('/fees')}>Go to fees</PrimaryLink>}>
          Set up a fee and bill its students, or add an invoice for one student.
        </EmptyState>
      }
    />
  );
}

/** The filters in force, as text. */
const filled = (filter: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([key, value]) => [key, String(value)]),
  );

const Totals = ({ totals }: Pick<PropsOf<typeof invoiceListPage>, 'totals'>) =>
  totals
    ? totals
        .map(
          ({ count, currency, total, open }) =>
            `${countOf(count, 'invoice')}: ${money(total, currency)} billed, ${money(open, currency)} left to pay`,
        )
        .join(' · ') || 'No invoices match.'
    : 'Adding up…';

const columnsFor = (batch: string): Column<InvoiceRow>[] => [
  { key: 'number', title: 'Number', primary: true, numeric: true, render: (row) => invoiceNumber(row.number) },
  {
    key: 'student',
    title: 'Student',
    card: 'line',
    render: (row) => (
      <>
        {listName(row)} <Secondary>{row.admissionNumber}</Secondary>
      </>
    ),
  },
  { key: 'title', title: 'Title', wraps: true, card: 'below', render: (row) => row.title },
  ...recordColumns<InvoiceRow>(invoiceFields),
  { key: 'batch', title: batch, spare: true, render: (row) => row.batch },
  { key: 'issued', title: 'Issued', numeric: true, hidden: true, render: (row) => <DateText value={row.issuedOn} /> },
  moneyColumn('total', 'Total'),
  moneyColumn('open', 'To pay', { card: 'figure' }),
  { key: 'state', title: 'Status', card: 'aside', render: (row) => <InvoiceBadge state={row.state} /> },
];
