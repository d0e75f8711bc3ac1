import { useState } from 'react';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { count, countOf, monthName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { MonthGrid, MonthSheet } from '#ui/register/month-grid.tsx';
import { PeriodBar, PeriodTurn } from '#ui/period-bar.tsx';
import { EmptyState } from '#ui/states.tsx';
import { addMonths } from '#features/teaching/calendar/view/period.ts';
import type { PropsOf } from '#web/page.ts';
import { staffKinds, staffMarks, type StaffMark } from '../leave-kinds.ts';
import type { staffMonthPage } from '../leave.pages.ts';

const signOf = (kind: StaffMark) => (kind === 'present' ? '/' : staffMarks[kind].letter);

/** More people than this are shown by department. */
const mostAtOnce = 300;

/** The attendance of all employees in a month, as registers of students show it. */
export default function StaffMonthPage({ month, rows, days, working, taken, ...of }: PropsOf<typeof staffMonthPage>) {
  const { href, here } = useAddress();
  const departments = Map.groupBy(rows, ({ department }) => department ?? 'No department');
  const names = [...departments.keys()].toSorted();
  const [chosen, setChosen] = useState(rows.length > mostAtOnce ? names[0]! : '');
  const turned = (by: number) => here({ month: addMonths(`${month}-01`, by).slice(0, 7) });
  return (
    <>
      <PageHeader
        title={monthName(month)}
        windowTitle={`Attendance of employees, ${monthName(month)}`}
        breadcrumbs={[{ label: 'Daily register', href: href('/staff-attendance') }]}
        description={`Register taken on ${count(taken)} of ${countOf(working, 'working day')} so far.`}
        more={[
          { label: 'Print this page', onSelect: () => window.print() },
          ...exportItems((format) => href(`/staff-attendance/month.${format}`, { month }), ['csv', 'xlsx']),
        ]}
      />
      <PeriodBar>
        <PeriodTurn period="month" before={turned(-1)} after={turned(1)} />
        <InstitutionSwitch institutionId={of.institutionId} institutions={of.institutions} />
        <SelectField
          name="department"
          label="Department"
          placeholder="All"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={names.map((name) => ({ value: name, label: name }))}
        />
      </PeriodBar>
      {rows.length === 0 ? (
        <EmptyState title="No employees yet">Employees appear here once they are on record.</EmptyState>
      ) : (
        <MonthSheet signs={staffKinds.map((kind) => [signOf(kind), staffMarks[kind].label.toLowerCase()])}>
          <MonthGrid
            label="Register of employees"
            caption={`Attendance of employees, ${monthName(month)}`}
            nameHead="Employee"
            heads={staffKinds.map((kind) => staffMarks[kind].label)}
            days={days.map((onDate) => ({
              onDate,
              href: onDate <= of.today ? href('/staff-attendance', { day: onDate, month: null }) : undefined,
            }))}
            groups={names
              .filter((name) => chosen === '' || name === chosen)
              .map((title) => ({
                title,
                rows: departments.get(title)!.map((row) => ({
                  id: row.employeeId,
                  name: row.name,
                  number: row.employeeNumber,
                  href: href(`/employees/${row.employeeId}`, { month: null }),
                  cells: days.map((onDate) => (row.marks[onDate] ? signOf(row.marks[onDate]) : '')),
                  figures: staffKinds.map((kind) => row[kind]),
                })),
              }))}
          />
        </MonthSheet>
      )}
    </>
  );
}
