import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { dateText, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { LinkButton } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import type { PropsOf } from '#web/page.ts';
import type { periodsPage } from '../books.pages.ts';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import classes from './periods.module.css';
import { Link } from '#ui/link.tsx';
import type { BoundedList } from '#kernel/database/bounded.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { DateTimeText } from '#ui/text.tsx';
import type { Closing, LeftOpen } from './periods.ts';

/** Until when the books are closed, what is open before, and closing them. */
export default function PeriodsPage(props: PropsOf<typeof periodsPage>) {
  const { institutionId, institutions, closedThrough, through, open, differences, closings, can, today } = props;
  const address = useAddress();
  const href = (path: string, more: Record<string, string | number | null> = {}) =>
    address.href(path, { ...more, ...(institutions.length > 1 && { institution_id: institutionId }) });
  return (
    <>
      <PageHeader
        title="Periods"
        description="Entries of a closed period are final. A later correction is posted on the day it is made."
        action={
          can.close &&
          closedThrough && (
            <LinkButton href={href('/ledger/periods/reopen')} onClick={opensModal}>
              Reopen
            </LinkButton>
          )
        }
      />
      <div className={classes.page}>
        <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
        <p className={classes.state}>
          {closedThrough ? `The books are closed up to ${dateText(closedThrough)}.` : 'Nothing is closed yet.'}
        </p>
        {through && open && (
          <Card title={can.close ? 'Close a period' : 'Still open'} tour="left-open">
            <div className={classes.closing}>
              <DatePickerField
                key={institutionId}
                name="until"
                label="Close up to the end of"
                value={through}
                max={dayBefore(today)}
                onChange={(day) => day && day !== through && address.go({ through: day })}
              />
              <LeftOpenList open={open} through={through} differences={differences} href={href} />
              {can.close && (
                <EditForm key={through} action="/ledger/close" submit={`Close up to ${dateText(through)}`}>
                  <input type="hidden" name="institutionId" value={institutionId} />
                  <input type="hidden" name="through" value={through} />
                </EditForm>
              )}
            </div>
          </Card>
        )}
        <ClosingHistory closings={closings} institutionId={institutionId} />
      </div>
    </>
  );
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

interface LeftOpenListProps {
  open: LeftOpen;
  through: string;
  /** Undefined while the sums are being compared. */
  differences: number | undefined;
  href: (path: string, more?: Record<string, string | number | null>) => string;
}

/** What should be done before a period is closed. None of it stops anybody: it is then posted in the open period. */
function LeftOpenList({ open, through, differences, href }: LeftOpenListProps) {
  const waiting = (
    [
      [open.uncounted, 'cashier session', 'not counted', '/cashier-days'],
      [open.unapproved, 'counted session', 'to approve', '/cashier-days'],
      [open.cheques, 'cheque', 'to clear', '/payment_records', { status: 'pending', channel: 'cheque', to: through }],
      [open.unidentified, 'unidentified payment', '', '/unidentified-payments'],
      [open.reviews, 'online payment', 'to review', '/online-payments/review'],
      [open.bankLines, 'bank statement line', 'to match', '/bank-statements'],
      [open.entries, 'journal entry', 'to approve; it can’t be posted once its date is closed', '/approvals'],
    ] as const
  ).filter(([count]) => count > 0);
  return (
    <div aria-live="polite">
      <h3>Still open up to {dateText(through)}</h3>
      <ul className={classes.list}>
        {waiting.map(([count, noun, rest, path, more]) => (
          <li key={noun}>
            <Link href={href(path, more)}>{noun === 'journal entry' ? entries(count) : countOf(count, noun)}</Link>{' '}
            {rest}
          </li>
        ))}
        {waiting.length === 0 && <li>Nothing.</li>}
        {differences === undefined ? (
          <li className={classes.quiet}>Comparing all totals with the books…</li>
        ) : differences > 0 ? (
          <li className={classes.bad}>
            The books don’t match in {countOf(differences, 'place')}. Tell your ICT administrator before you close them.
          </li>
        ) : (
          <li className={classes.quiet}>All totals match the books.</li>
        )}
      </ul>
    </div>
  );
}

const entries = (count: number) => (count === 1 ? '1 journal entry' : `${count} journal entries`);

/** When the books were closed and reopened, and by whom. */
function ClosingHistory({
  closings: { rows, isMore },
  institutionId,
}: {
  closings: BoundedList<Closing>;
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
        : `Closed up to ${dateText(row.closedThrough)}`,
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
