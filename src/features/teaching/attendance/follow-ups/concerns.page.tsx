import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { followUpWays } from './follow-up-ways.ts';
import type { ConcernRow } from './follow-ups.ts';
import type { concernsPage } from './follow-ups.routes.ts';

/** Students below the limit of the term, or away for days in a row. */
export default function ConcernsPage(props: PropsOf<typeof concernsPage>) {
  const { institutionId, institutions, rows, isMore, limits, filter, can } = props;
  const { href, here } = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const isFiltered = filter.what !== null || filter.q !== '';
  const query = { institution_id: institutionId, what: filter.what, q: filter.q || null };
  return (
    <>
      <PageHeader
        title="Low attendance"
        description={`Attendance below ${limits.warnBelow}% this term, or absent ${limits.warnInRow} school days in a row. Lowest attendance first.`}
        more={[
          ...exportItems((format) => href(`/attendance/concerns.${format}`, query)),
          ...(can.setUp ? [{ label: 'Change the limits', href: href('/attendance/settings') }] : []),
        ]}
      />
      <InstitutionSwitch institutionId={institutionId} institutions={institutions} />
      <DataTable
        name="attendance-concerns"
        caption="Low attendance"
        columns={columns(institutionId)}
        rows={rows}
        rowHref={(row) => href(`/students/${row.id}/follow-ups`)}
        rowInModal
        rowLabel={(row) => row.name}
        {...(can.message && { selection: { selected, onChange: setSelected } })}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search students' }}
            filters={[
              {
                key: 'what',
                label: 'Reason',
                pinned: true,
                ...(filter.what && { value: filter.what }),
                options: [
                  { value: 'below', label: `Below ${limits.warnBelow}%` },
                  { value: 'row', label: `${limits.warnInRow} days in a row` },
                ],
              },
            ]}
          />
        }
        filtered={isFiltered}
        {...(isFiltered && {
          dropFilter: {
            label: filter.q ? 'Clear search' : 'Remove the Reason filter',
            href: here({ q: null, what: null }),
          },
        })}
        empty={
          <EmptyState title="No low attendance">
            Students appear here once they are below the limit of the term, or absent for several days in a row.
          </EmptyState>
        }
      />
      <ListEnd shown={rows.length} isMore={isMore} of="students" next="Search for others, or export all of them." />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <LinkButton
          href={href('/messages/new', {
            institution_id: institutionId,
            from: 'students',
            to: 'guardians',
            needs: 'attendance.view',
            ids: [...selected].join(','),
          })}
        >
          Message guardians
        </LinkButton>
      </BulkBar>
    </>
  );
}

const columns = (institutionId: number): Column<ConcernRow>[] => [
  {
    key: 'name',
    title: 'Student',
    primary: true,
    render: (row) => (
      <>
        {row.name} <Secondary>{row.batch}</Secondary>
      </>
    ),
  },
  {
    key: 'percent',
    title: 'Attendance',
    numeric: true,
    card: 'aside',
    render: (row) =>
      row.percent === null ? '—' : row.isBelow ? <Badge tone="bad">{row.percent}%</Badge> : `${row.percent}%`,
  },
  {
    key: 'absent',
    title: 'Absent',
    card: 'line',
    render: (row) => (
      <>
        {row.called > 0 && `${row.absent} of ${row.called}`}
        {row.called > 0 && row.inRow > 0 && ' · '}
        {row.inRow > 0 && <Secondary>{row.inRow} days in a row</Secondary>}
      </>
    ),
  },
  {
    key: 'guardian',
    title: 'Guardian',
    card: 'line',
    render: (row) =>
      row.phone ? (
        <>
          {row.guardian} <a href={`tel:${row.phone}`}>{phoneText(row.phone)}</a>
        </>
      ) : (
        (row.guardian ?? '—')
      ),
  },
  {
    key: 'last',
    title: 'Last follow-up',
    card: 'line',
    wraps: true,
    render: (row) =>
      row.lastHow && row.lastAt ? (
        <>
          {followUpWays[row.lastHow]}, <DateTimeText value={row.lastAt} institutionId={institutionId} />{' '}
          <Secondary>{row.lastNote}</Secondary>
        </>
      ) : null,
  },
];
