import { type ComponentProps, lazy, Suspense } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { listName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState, SkeletonRows } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useOwnColumns } from '#web/client/use-own-columns.tsx';
import { usePeopleExport } from '#web/client/use-people-export.tsx';
import type { PropsOf } from '#web/page.ts';
import { flatFilter } from '#features/custom-fields/flat-filter.ts';
import type { employeeList } from '../employees.pages.ts';
import { employeeColumns } from '../parts/employee-columns.tsx';
import { firstToDrop, isFiltered } from '../parts/first-to-drop.ts';
import { useEmployeeView, ViewToggle } from '../parts/view-toggle.tsx';

const EmployeeGrid = lazy(() =>
  import('../parts/employee-grid.tsx').then((module) => ({ default: module.EmployeeGrid })),
);
const Grid = (props: ComponentProps<typeof EmployeeGrid>) => (
  <Suspense fallback={<SkeletonRows />}>
    <EmployeeGrid {...props} />
  </Suspense>
);

/** Everybody who works here: as rows or as cards with faces. */
export default function EmployeeListPage({ rows, next, total, choices, filter, can }: PropsOf<typeof employeeList>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const institution = useInstitutionColumn<PropsOf<typeof employeeList>['rows'][number]>();
  const exporting = usePeopleExport({
    ...{ people: 'employees', may: can.export, filter: flatFilter(filter), total },
  });
  const own = useOwnColumns({
    ...{ people: 'employees', choices, filter },
    words: choices && [
      {
        key: 'qualification',
        label: 'Qualification',
        all: choices.qualifications,
        value: filter.qualification,
      },
      {
        key: 'educational_qualification',
        label: 'Educational qualification',
        all: choices.educationalQualifications,
        value: filter.educational_qualification,
      },
    ],
    days: [{ key: 'employed', label: 'Employed since', from: filter.employed_from, to: filter.employed_to }],
  });
  const [view, choose] = useEmployeeView();
  return (
    <>
      <PageHeader
        title="Employees"
        count={total}
        action={
          can.create && (
            <LinkButton tone="primary" href={address.href('/employees/new')}>
              Add employee
            </LinkButton>
          )
        }
        more={[
          can.import && { label: 'Import from a file', href: address.href('/imports/new', { kind: 'employees' }) },
          can.photos && { label: 'Send many photos', href: address.href('/employees/photos') },
          can.cards && { label: 'ID cards', href: address.href('/employees/cards', flatFilter(filter)) },
          exporting.entry,
        ]}
      />
      {exporting.dialog}
      {own.reader}
      <DataTable
        name="employees"
        caption="Employees"
        // Who has left is not in the list unless it is asked for.
        columns={[
          ...employeeColumns.filter(({ key }) => filter.state || key !== 'state').toSpliced(2, 0, ...institution),
          ...own.columns,
        ]}
        rows={list.rows}
        view={view === 'grid' ? Grid : undefined}
        rowHref={(row) => address.href(`/employees/${row.id}`)}
        rowLabel={listName}
        sort={filter.sort}
        sortHref={(sort) => address.here({ sort })}
        total={total}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={isFiltered(filter)}
        dropFilter={firstToDrop(filter, address)}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search employees', placeholder: 'Name, number, phone, e-mail' }}
            filters={[
              {
                key: 'department',
                label: 'Department',
                value: filter.department,
                pinned: true,
                options: options(choices?.departments, filter.department),
              },
              {
                key: 'state',
                label: 'Status',
                value: filter.state,
                options: [
                  { value: 'left', label: 'Has left' },
                  { value: 'all', label: 'Employed or left' },
                ],
              },
              {
                key: 'category',
                label: 'Category',
                value: filter.category,
                options: options(choices?.categories, filter.category),
              },
              {
                key: 'position',
                label: 'Position',
                value: filter.position,
                options: options(choices?.positions, filter.position),
              },
              {
                key: 'job_title',
                label: 'Job title',
                value: filter.job_title,
                options: options(choices?.jobTitles, filter.job_title),
              },
              {
                key: 'gender',
                label: 'Gender',
                value: filter.gender,
                options: [
                  { value: 'female', label: 'Female' },
                  { value: 'male', label: 'Male' },
                ],
              },
              ...own.filters,
            ]}
          >
            <ViewToggle view={view} onChoose={choose} />
          </FilterBar>
        }
        empty={
          <EmptyState
            title="No employees yet"
            action={
              can.create && (
                <LinkButton tone="primary" href={address.href('/employees/new')}>
                  Add employee
                </LinkButton>
              )
            }
          >
            Everybody who works for the school has a record here, with or without a sign-in. Teachers are found here
            when a class or a course is given to them.
          </EmptyState>
        }
      />
    </>
  );
}

/** What is chosen is there before the others have come. */
const options = (words: string[] = [], chosen?: string) =>
  [...new Set([...words, ...(chosen ? [chosen] : [])])].map((word) => ({ value: word, label: word }));
