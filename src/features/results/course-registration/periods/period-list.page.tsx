import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import classes from '../shared/registration.module.css';
import type { PeriodRow } from './periods.ts';
import type { periodListPage } from '../registration.routes.ts';

/** When the students of each class register, within which units. */
export default function PeriodListPage({ rows }: PropsOf<typeof periodListPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const institution = useInstitutionColumn<PeriodRow>();
  const add = (
    <LinkButton tone="primary" href={href('/registration-periods/new')} onClick={opensModal}>
      Add registration period
    </LinkButton>
  );
  const columns: Column<PeriodRow>[] = [
    {
      key: 'class',
      title: words.class,
      primary: true,
      render: ({ className, program }) => (
        <>
          {className} <Secondary>{program}</Secondary>
        </>
      ),
    },
    { key: 'term', title: 'Term', card: 'line', render: ({ term }) => term },
    {
      key: 'units',
      title: 'Units',
      card: 'aside',
      render: ({ minimumUnits, maximumUnits }) => (
        <span className={classes.count}>{`${minimumUnits}–${maximumUnits} units`}</span>
      ),
    },
    { key: 'opens', title: 'Opens', render: ({ opensOn }) => <DateText value={opensOn} /> },
    {
      key: 'closes',
      title: 'Closes',
      card: 'line',
      render: ({ closesOn, closedOn }) => (closedOn ? <Badge>Closed</Badge> : <DateText value={closesOn} />),
    },
    {
      key: 'late',
      title: 'Late until',
      render: ({ lateUntil }) => lateUntil && <DateText value={lateUntil} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Registration periods"
        breadcrumbs={rows.length > 0 ? [{ label: 'Course registration', href: href('/course-registrations') }] : []}
        action={rows.length > 0 && add}
      />
      {rows.length === 0 ? (
        <EmptyState title="No registration yet" action={add}>
          Set the dates and unit limits for the students of a {words.class.toLowerCase()} to register. They then take
          only registered {words.courses.toLowerCase()} in that term.
        </EmptyState>
      ) : (
        <DataTable
          name="registration-periods"
          caption="Registration by class and term"
          columns={[...columns, ...institution]}
          rows={rows}
          rowHref={({ id }) => href(`/registration-periods/${id}/edit`)}
          rowInModal
        />
      )}
    </>
  );
}
