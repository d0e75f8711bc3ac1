import { router } from '@inertiajs/core';
import LayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import LayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import { type ComponentProps, lazy, Suspense } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState, SkeletonRows } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { genders } from '#features/records/people/genders.ts';
import { PeopleBar } from '#features/records/people/list/people-bar.tsx';
import { PeoplePage, type Selection } from '#features/records/people/list/people-page.tsx';
import type { employeeListPage } from './employees.pages.ts';
import { employeeColumns } from './employee-columns.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { EmployeeRow, EmployeeView } from './employees.list.ts';
import { icon } from '#ui/icons.tsx';
import { useStored } from '#ui/hooks/use-stored.ts';
import classes from './view-toggle.module.css';

const EmployeeGrid = lazy(() => import('./employee-grid.tsx').then((module) => ({ default: module.EmployeeGrid })));
const Grid = (props: ComponentProps<typeof EmployeeGrid>) => (
  <Suspense fallback={<SkeletonRows />}>
    <EmployeeGrid {...props} />
  </Suspense>
);

const accountFilter = { with: 'With account', without: 'No account' };

// Loaded once a row is selected.
const InviteMany = lazy(() =>
  import('#features/access/accounts/invitations/many/invite-many.tsx').then((module) => ({
    default: module.InviteMany,
  })),
);

/** The employees, as rows or as cards with photos. */
export default function EmployeeListPage(list: PropsOf<typeof employeeListPage>) {
  const { can, choices, filter } = list;
  const { href } = useAddress();
  const [view, choose] = useEmployeeView();
  const add = can.create && (
    <LinkButton tone="primary" href={href('/employees/new')}>
      Add employee
    </LinkButton>
  );
  return (
    <PeoplePage
      {...list}
      people="employees"
      title="Employees"
      action={add}
      // Former employees are listed only when the filter asks for them.
      columns={employeeColumns.filter(({ key }) => filter.state || key !== 'state')}
      institutionAt={2}
      view={view === 'grid' ? Grid : undefined}
      search={{ label: 'Search employees', placeholder: 'Name, number, phone, e-mail' }}
      filters={[
        { key: 'department', label: 'Department', pinned: true, options: choices?.departments ?? [] },
        ...(can.invite ? [{ key: 'sign_in', label: 'Account', options: accountFilter }] : []),
        { key: 'state', label: 'Status', options: { left: 'Former', all: 'Current and former' } },
        { key: 'category', label: 'Category', options: choices?.categories ?? [] },
        { key: 'position', label: 'Position', options: choices?.positions ?? [] },
        { key: 'job_title', label: 'Job title', options: choices?.jobTitles ?? [] },
        { key: 'gender', label: 'Gender', options: genders },
        { key: 'qualification', label: 'Qualification', options: choices?.qualifications ?? [] },
        {
          key: 'educational_qualification',
          label: 'Educational qualification',
          options: choices?.educationalQualifications ?? [],
        },
        { key: 'employed_from', endKey: 'employed_to', label: 'Employed since', type: 'dates' },
      ]}
      bulk={
        (can.invite || can.message) &&
        ((selection: Selection<EmployeeRow>) => (
          <PeopleBar people="employees" selection={selection} list={list}>
            {can.invite && (
              <Suspense>
                <InviteMany people="employees" ids={selection.ids} />
              </Suspense>
            )}
          </PeopleBar>
        ))
      }
      tools={<ViewToggle view={view} onChoose={choose} />}
      empty={
        <EmptyState title="No employees yet" action={add}>
          Everyone who works for the school has a record here, with or without an account. Teachers are chosen from this
          list for classes and courses.
        </EmptyState>
      }
    />
  );
}

const views = [
  { key: 'list', label: 'List', Icon: icon(LayoutList) },
  { key: 'grid', label: 'Grid', Icon: icon(LayoutGrid) },
] as const satisfies { key: EmployeeView; label: string; Icon: unknown }[];

/** The view in the address, or else the one stored on this device, and a function that changes it. */
function useEmployeeView() {
  const address = useAddress();
  const [stored, store] = useStored<EmployeeView>('akada.employees.view', 'list');
  const named = address.search.get('view');
  const view = named === 'grid' || named === 'list' ? named : stored;
  const choose = (next: EmployeeView) => {
    store(next);
    // The rows are the same, so nothing is fetched.
    router.replace({ url: address.here({ view: next }), preserveState: true, preserveScroll: true });
  };
  return [view === 'grid' ? 'grid' : 'list', choose] as const;
}

interface ViewToggleProps {
  view: EmployeeView;
  onChoose: (view: EmployeeView) => void;
}

/** 2.6, 4.17: switches between the list and the grid and marks the current one. */
function ViewToggle({ view, onChoose }: ViewToggleProps) {
  return (
    <div role="group" aria-label="View" className={classes.toggle} data-tour="employees-view">
      {views.map(({ key, label, Icon }) => (
        <button key={key} type="button" aria-pressed={view === key} onClick={() => onChoose(key)}>
          <Icon size={16} />
          {label}
        </button>
      ))}
    </div>
  );
}
