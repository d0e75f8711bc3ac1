import { router } from '@inertiajs/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BulkBar } from '#ui/bulk-bar.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FilterBar } from '#ui/filter-bar.tsx';
import { listName } from '#ui/format.ts';
import { keepTrail } from '#ui/list-trail.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import { useMoreRows } from '#ui/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import { useOwnColumns } from '#web/client/use-own-columns.tsx';
import { usePeopleExport } from '#web/client/use-people-export.tsx';
import { useWords } from '#web/client/use-words.ts';
import { flatFilter } from '#features/custom-fields/flat-filter.ts';
import { firstToDrop } from '../parts/first-to-drop.ts';
import { studentColumns } from '../parts/student-columns.tsx';
import { studentStatuses, studentStatusWords } from '../student-status.ts';
import type { studentList } from '../students.pages.ts';

// Wanted once something is ticked.
const BatchAssignment = lazy(() =>
  import('../parts/batch-assignment.tsx').then((module) => ({ default: module.BatchAssignment })),
);
const SelectWholeList = lazy(() =>
  import('../parts/select-whole-list.tsx').then((module) => ({ default: module.SelectWholeList })),
);
const BulkMoves = lazy(() => import('../parts/bulk-moves.tsx').then((module) => ({ default: module.BulkMoves })));

/** Find, filter, tick and assign: the registrar's daily screen. */
export default function StudentListPage({
  rows,
  next,
  total,
  choices,
  filter,
  can,
  isAssignment,
}: PropsOf<typeof studentList>) {
  const address = useAddress();
  const words = useWords();
  const list = useMoreRows({ rows, next });
  const institution = useInstitutionColumn<PropsOf<typeof studentList>['rows'][number]>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [assigned, setAssigned] = useState<ReadonlyMap<number, string>>(new Map());
  const own = useOwnColumns({
    ...{ people: 'students', choices, filter },
    words: choices && [
      { key: 'category', label: 'Category', all: choices.categories, value: filter.category },
      { key: 'religion', label: 'Religion', all: choices.religions, value: filter.religion },
      {
        key: 'state',
        label: 'State of origin',
        all: choices.states.map(({ id, name }) => ({ value: id, label: name })),
        value: filter.state,
      },
    ],
    days: [
      { key: 'admitted', label: 'Admitted', from: filter.admitted_from, to: filter.admitted_to },
      { key: 'born', label: 'Date of birth', from: filter.born_from, to: filter.born_to },
    ],
  });
  const exporting = usePeopleExport({
    ...{ people: 'students', may: can.export, filter: flatFilter(filter), total },
    // In the file stand the words that the import knows; on the screen the school's own.
    label: ({ key, label }) => (key === 'batch' || key === 'class' ? words[key] : label),
  });
  const shown = list.rows.map((row) => (assigned.has(row.id) ? { ...row, batchName: assigned.get(row.id)! } : row));
  useEffect(() => keepTrail('students', address.url, list.rows), [address.url, list.rows]);
  const isFiltered = Boolean(
    filter.q ||
    filter.batch ||
    filter.class ||
    filter.program ||
    filter.gender ||
    filter.category ||
    filter.religion ||
    filter.papers ||
    filter.state ||
    filter.admitted_from ||
    filter.admitted_to ||
    filter.born_from ||
    filter.born_to ||
    filter.custom ||
    filter.status?.length ||
    filter.academic_session,
  );
  // Another list than the one that was ticked starts without ticks.
  const [tickedIn, setTickedIn] = useState(rows);
  if (tickedIn !== rows) {
    setTickedIn(rows);
    setSelected(new Set());
    setAssigned(new Map());
  }
  const rowsAreSelected = list.rows.length > 0 && list.rows.every(({ id }) => selected.has(id));
  return (
    <>
      <PageHeader
        title={isAssignment ? `${words.batch} assignment` : 'Students'}
        breadcrumbs={isAssignment ? [{ label: 'Students', href: address.href('/students') }] : []}
        count={total}
        action={
          can.create && (
            <LinkButton tone="primary" href={address.href('/students/new')}>
              Admit student
            </LinkButton>
          )
        }
        more={[
          can.import && { label: 'Import from a file', href: address.href('/imports/new', { kind: 'students' }) },
          can.photos && { label: 'Send many photos', href: address.href('/students/photos') },
          exporting.entry,
          can.export && !isAssignment && { label: 'ID cards', href: `/students/cards?${address.search}` },
        ]}
      />
      {exporting.dialog}
      {own.reader}
      <DataTable
        name="students"
        caption="Students"
        columns={[...studentColumns(words.batch).toSpliced(2, 0, ...institution), ...own.columns]}
        rows={shown}
        rowHref={(row) => address.href(`/students/${row.id}`)}
        // A look at one must not lose the ticks of the others.
        rowInModal={isAssignment}
        rowLabel={listName}
        selection={can.assignBatch || can.changeStatus || can.merge ? { selected, onChange: setSelected } : undefined}
        sort={filter.sort}
        sortHref={(sort) => address.here({ sort })}
        total={total}
        onMore={list.more}
        loadingMore={list.loading}
        filtered={isFiltered}
        dropFilter={firstToDrop(filter, isAssignment, address)}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: 'Search students', placeholder: 'Name, number or phone' }}
            filters={[
              {
                key: 'batch',
                label: words.batch,
                value: filter.batch,
                pinned: true,
                search: choices?.moreBatches && address.href('/structure/batch-options'),
                options: [
                  { value: 'none', label: `Without ${words.batch.toLowerCase()}` },
                  ...options(choices?.batches),
                ],
              },
              {
                key: 'class',
                label: words.class,
                value: filter.class,
                search: choices?.moreBatches && address.href('/structure/class-options'),
                options: classOptions(choices?.batches),
              },
              { key: 'program', label: 'Program', value: filter.program, options: options(choices?.programs) },
              {
                key: 'status',
                label: 'Status',
                value: filter.status?.[0],
                options: studentStatuses.map((value) => ({ value, label: studentStatusWords[value] })),
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
          />
        }
        empty={
          !can.seeAll ? (
            <EmptyState
              title={
                can.seeOwn
                  ? `No ${words.batch.toLowerCase()} or ${words.course.toLowerCase()} is assigned to you yet`
                  : 'Your account is not linked to a student'
              }
            >
              {can.seeOwn
                ? `You see the students of the ${words.batches.toLowerCase()} and ${words.courses.toLowerCase()} that you teach, and none has students now. If that is wrong, ask the registrar to assign them to your employee record.`
                : 'Ask your ICT administrator to link your account to the student’s record.'}
            </EmptyState>
          ) : (
            <EmptyState
              title="No students yet"
              action={
                can.import && (
                  <LinkButton tone="primary" href={address.href('/imports/new', { kind: 'students' })}>
                    Import from a file
                  </LinkButton>
                )
              }
            >
              Students are the heart of the school’s records. Bring them in from a spreadsheet, or admit the first one
              by hand.
            </EmptyState>
          )
        }
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Suspense>
          {total !== undefined && total > selected.size && rowsAreSelected && (
            <SelectWholeList filter={filter} total={total} onSelect={(ids) => setSelected(new Set(ids))} />
          )}
        </Suspense>
        {can.export && selected.size <= 500 && (
          <LinkButton href={address.href('/students/cards', { ids: [...selected].join() })}>ID cards</LinkButton>
        )}
        <Suspense>
          {can.assignBatch && (
            <BatchAssignment
              studentIds={[...selected]}
              rows={list.rows}
              batches={choices?.batches ?? []}
              isMore={choices?.moreBatches === true}
              institutionId={filter.institution_id}
              onAssigned={(batch, ids) => {
                setAssigned(new Map([...assigned, ...ids.map((id) => [id, batch.name] as const)]));
                setSelected(new Set());
                router.reload({ only: ['choices'] });
              }}
              onUndone={() => {
                // Rows that come back as they were are the same to the page, so what was written over them goes here.
                setAssigned(new Map());
                router.reload({ only: ['rows', 'next', 'total', 'choices'] });
              }}
            />
          )}
          {(can.changeStatus || can.merge) && (
            <BulkMoves studentIds={[...selected]} can={can} onMoved={() => router.reload()} />
          )}
        </Suspense>
      </BulkBar>
    </>
  );
}

const options = (choices: { id: number; name: string }[] = []) =>
  choices.map(({ id, name }) => ({ value: String(id), label: name }));

const classOptions = (batches: { classId: number; className: string }[] = []) =>
  options([...new Map(batches.map((one) => [one.classId, { id: one.classId, name: one.className }])).values()]);
