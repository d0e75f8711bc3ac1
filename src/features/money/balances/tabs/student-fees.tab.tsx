import { LinkButton, PrimaryLink } from '#ui/button.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { StatementTable } from './statement-table.tsx';
import classes from './student-fees.module.css';
import { HoldNote } from '#features/money/holds/shared/hold-note.tsx';
import { HoldPanel } from '#features/money/holds/shared/hold-panel.tsx';
import type { FeesWithHold, OpenInvoiceRow } from './fees-with-hold.ts';
import { dateText, money, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { DateText } from '#ui/text.tsx';

/** What a student owes, and every line of the account. */
export default function StudentFeesTab(fees: FeesWithHold | { hidden: true }) {
  const { href } = useAddress();
  if ('hidden' in fees)
    return <EmptyState title="You can’t see these fees">Only the bursary and the family can see them.</EmptyState>;
  const { studentId, currency, owed, credit, overdue, next, invoices, lines, isMore, can } = fees;
  const items = <LinkButton href={href(`/students/${studentId}/items`)}>Optional items</LinkButton>;
  const { hold, familyHold, mayLift } = fees;
  if (lines.length === 0 && invoices.length === 0)
    return (
      <EmptyState
        title="Nothing charged yet"
        action={
          <div className={classes.actions}>
            {can.takePayment && (
              <LinkButton href={href('/payments/new', { student_id: studentId })}>Take payment</LinkButton>
            )}
            {can.chooseItems && items}
          </div>
        }
      >
        Invoices and payments appear here.
      </EmptyState>
    );
  const printed = `/students/${studentId}/statement.pdf`;
  return (
    <div className={classes.tab}>
      <div className={classes.actions}>
        {can.takePayment && (
          <PrimaryLink href={href('/payments/new', { student_id: studentId })}>Take payment</PrimaryLink>
        )}
        {can.payOnline && !can.takePayment && owed > 0 && <PrimaryLink href={href('/my-fees')}>Pay</PrimaryLink>}
        {can.chooseItems && items}
        <LinkButton href={printed} external>
          Print statement
        </LinkButton>
      </div>
      {hold && <HoldPanel hold={hold} currency={currency} mayLift={mayLift} />}
      {familyHold && <HoldNote hold={familyHold} currency={currency} />}
      <Stats>
        <Stat label="Owed" value={money(owed, currency)} hint={overdue > 0 && `${money(overdue, currency)} overdue`} />
        <Stat label="Credit" value={money(credit, currency)} />
        <Stat
          label="Next due"
          value={next ? money(next.amount, currency) : overdue > 0 ? 'Now' : 'Nothing'}
          hint={next ? dateText(next.dueOn) : overdue > 0 && 'Everything owed is overdue'}
        />
      </Stats>
      {invoices.length > 0 && (
        <Card title="Outstanding invoices" flush>
          <OpenInvoices rows={invoices} currency={currency} />
        </Card>
      )}
      <Card title="Statement" flush>
        <StatementTable rows={lines} currency={currency} />
        <ListEnd shown={lines.length} isMore={isMore} of="lines" next="Print the statement to see all." />
      </Card>
    </div>
  );
}

/** Invoices with something left to pay. */
function OpenInvoices({ rows, currency }: { rows: OpenInvoiceRow[]; currency: string }) {
  const { href } = useAddress();
  return (
    <DataTable
      name="open-invoices"
      caption="Outstanding invoices"
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
    title: 'Outstanding',
    numeric: true,
    align: 'end',
    card: 'aside',
    hideable: false,
    render: (row) => money(row.open, currency),
  },
];
