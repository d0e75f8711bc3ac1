import { LinkButton } from '#ui/button.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { count, countOf, monthName } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { addMonths } from '#features/teaching/calendar/view/period.ts';
import type { PropsOf } from '#web/page.ts';
import type { StaffMonthRow } from './month.queries.ts';
import { staffMarks, type StaffMark } from '../leave-kinds.ts';
import type { staffMonthPage } from '../leave.pages.ts';
import classes from '../shared/leave.module.css';

/** The attendance of all employees in a month. */
export default function StaffMonthPage({ month, rows, working, taken, ...of }: PropsOf<typeof staffMonthPage>) {
  const isNarrow = useMedia(NARROW);
  const { href, here } = useAddress();
  const turned = (by: number) => here({ month: addMonths(`${month}-01`, by).slice(0, 7) });
  return (
    <>
      <PageHeader
        title={monthName(month)}
        windowTitle={`Attendance of employees, ${monthName(month)}`}
        breadcrumbs={[{ label: 'Daily register', href: href('/staff-attendance') }]}
        description={`Register taken on ${count(taken)} of ${countOf(working, 'working day')} so far.`}
        more={exportItems((format) => href(`/staff-attendance/month.${format}`, { month }), ['csv', 'xlsx'])}
      />
      <div className={classes.bar}>
        <LinkButton href={turned(-1)}>Previous month</LinkButton>
        <LinkButton href={turned(1)}>Next month</LinkButton>
        <InstitutionSwitch institutionId={of.institutionId} institutions={of.institutions} />
      </div>
      <DataTable
        name="staff-month"
        caption="Attendance of employees"
        columns={columnsFor(isNarrow)}
        rows={rows.map((row) => ({ ...row, id: row.employeeId }))}
        rowHref={(row) => href(`/employees/${row.employeeId}`)}
        empty={<EmptyState title="No employees yet">Employees appear here once they are on record.</EmptyState>}
      />
    </>
  );
}

const columnsFor = (isNarrow: boolean): Column<StaffMonthRow & { id: number }>[] => [
  {
    key: 'name',
    title: 'Employee',
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{[row.employeeNumber, row.department].filter(Boolean).join(' · ')}</Secondary>
      </>
    ),
  },
  ...(Object.keys(staffMarks) as StaffMark[]).map((kind) => ({
    key: kind,
    title: staffMarks[kind],
    align: 'end' as const,
    card: 'line' as const,
    // A card has no heads of columns.
    render: (row: StaffMonthRow) =>
      isNarrow ? (row[kind] > 0 ? `${row[kind]} ${staffMarks[kind].toLowerCase()}` : null) : row[kind],
  })),
];
