import { router } from '@inertiajs/core';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { BulkBar } from '#ui/lists/bulk-bar.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { classesOf } from './shared/classes-of.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { PeoplePage, type Selection, MessagePeople } from '#features/records/people/list/people-page.tsx';
import { marksOfToday } from './marks-of-today.ts';
import { studentStatusLabels } from './student-status.ts';
import type { studentListPage } from './students.pages.ts';
import { genders } from '#features/records/people/genders.ts';
import type { StudentRow } from './students.list.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { listName, phoneText } from '#ui/format.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ListFilter } from '#web/client/list-page.tsx';
import { fetchedValues, type FetchedValues } from '#features/records/people/list/fetched-values.ts';
import { enrolmentOutcomes, sessionOutcomes } from './enrolment-outcomes.ts';
import { resultColumns, type ResultColumn } from './result-summary.ts';

// Loaded when the list is empty.
const NoStudents = lazy(() => import('./no-students.tsx').then((module) => ({ default: module.NoStudents })));
// Loaded once a row is selected.
const BatchAssignment = lazy(() =>
  import('./batch-assignment.tsx').then((module) => ({ default: module.BatchAssignment })),
);
const BulkMoves = lazy(() => import('./bulk-moves.tsx').then((module) => ({ default: module.BulkMoves })));

type Props = PropsOf<typeof studentListPage>;

/** The list of students: search, filter, select and assign. */
export default function StudentListPage(list: Props) {
  const { can, choices } = list;
  const { href, url } = useAddress();
  const words = useTerms();
  const ofResults = useResultColumns(can.results, list.filter);
  const isAssignment = url.startsWith('/students/batch-assignment');
  const more = choices?.moreBatches;
  return (
    <PeoplePage
      {...list}
      people="students"
      title={isAssignment ? `${words.batch} assignment` : 'Students'}
      breadcrumbs={isAssignment ? [{ label: 'Students', href: href('/students') }] : []}
      can={{ ...can, cards: can.cards && !isAssignment, message: can.message && !isAssignment }}
      action={
        can.create && (
          <LinkButton tone="primary" href={href('/students/new')}>
            Admit student
          </LinkButton>
        )
      }
      columns={withResults(studentColumns(words.batch), ofResults)}
      institutionAt={2}
      // Opening a record must not clear the selection.
      rowInModal={isAssignment}
      search={{ label: 'Search students', placeholder: 'Name, number or phone' }}
      filters={[
        {
          key: 'batch',
          label: words.batch,
          pinned: true,
          search: more && href('/structure/batch-options'),
          options: [
            { value: 'none', label: `Without ${words.batch.toLowerCase()}` },
            { value: 'any', label: `In any ${words.batch.toLowerCase()}` },
            ...(choices?.batches ?? []),
          ],
        },
        {
          key: 'class',
          label: words.class,
          search: more && href('/structure/class-options'),
          options: classesOf(choices?.batches),
        },
        { key: 'program', label: 'Programme', options: choices?.programs },
        { key: 'status', label: 'Status', options: studentStatusLabels },
        { key: 'gender', label: 'Gender', options: genders },
        { key: 'category', label: 'Category', options: choices?.categories ?? [] },
        { key: 'religion', label: 'Religion', options: choices?.religions ?? [] },
        { key: 'state', label: 'State of origin', options: choices?.states ?? [] },
        { key: 'admitted_from', endKey: 'admitted_to', label: 'Admitted', type: 'dates' },
        { key: 'born_from', endKey: 'born_to', label: 'Date of birth', type: 'dates' },
        ...(can.attendance ? [{ key: 'today', label: 'Marked today', options: marksOfToday }] : []),
        ...resultFilters(can.results, choices?.designations),
      ]}
      // The file uses the headings that the import accepts; the screen uses the school's own terms.
      exporting={{ label: ({ key, label }) => (key === 'batch' || key === 'class' ? words[key] : label) }}
      bulk={
        (can.assignBatch || can.changeStatus || can.merge || can.message) &&
        ((selection) => <Actions list={list} selection={selection} />)
      }
      empty={
        <Suspense>
          <NoStudents can={can} />
        </Suspense>
      }
    />
  );
}

function Actions({ list, selection }: { list: Props; selection: Selection<StudentRow> }) {
  const { href } = useAddress();
  const { can, choices, filter } = list;
  const { ids, rows } = selection;
  return (
    <BulkBar count={ids.length} onClear={selection.clear}>
      {selection.selectAll}
      {can.message && <MessagePeople people="students" total={list.total} ids={ids} filter={filter} />}
      {can.export && ids.length <= 500 && (
        <LinkButton href={href('/students/cards', { ids: ids.join() })}>ID cards</LinkButton>
      )}
      {can.assignBatch && (
        <BatchAssignment
          studentIds={ids}
          rows={rows}
          batches={choices?.batches ?? []}
          isMore={choices?.moreBatches === true}
          institutionId={filter.institution_id}
          onAssigned={({ name }, assigned) => {
            selection.show(assigned, { batchName: name });
            selection.clear();
            router.reload({ only: ['choices'] });
          }}
          onUndone={() => {
            // Reloaded rows that did not change keep their overlay, so it is cleared here.
            selection.show([], null);
            router.reload({ only: ['rows', 'next', 'total', 'choices'] });
          }}
        />
      )}
      {(can.assignBatch || can.changeStatus || can.merge) && (
        <BulkMoves studentIds={ids} can={can} onMoved={() => router.reload()} />
      )}
    </BulkBar>
  );
}

/** The columns of the students table, with the institution's own term for 'Batch'. */
const studentColumns = (batchWord: string): Column<StudentRow>[] => [
  { key: 'name', title: 'Name', primary: true, sortable: true, width: 180, render: listName },
  {
    key: 'number',
    title: 'Admission no.',
    numeric: true,
    sortable: true,
    card: 'line',
    render: (row) => row.admissionNumber,
  },
  {
    key: 'batch',
    title: batchWord,
    wraps: true,
    card: 'line',
    render: (row) => row.batchName ?? <Secondary>—</Secondary>,
  },
  { key: 'gender', title: 'Gender', render: (row) => row.gender && genders[row.gender] },
  { key: 'birth', title: 'Date of birth', numeric: true, render: (row) => <DateText value={row.birthDate} /> },
  { key: 'phone', title: 'Phone', numeric: true, spare: true, render: (row) => phoneText(row.phone) },
  {
    key: 'admitted',
    title: 'Admitted',
    numeric: true,
    sortable: true,
    hidden: true,
    render: (row) => <DateText value={row.admissionDate} />,
  },
  { key: 'status', title: 'Status', card: 'aside', render: (row) => <StatusBadge status={row.status} /> },
];

const numbers: readonly ResultColumn[] = ['cgpa', 'average', 'cumulative'];

/**
 * What results say of the students in view: off until switched on or until the list is sorted or filtered by them, and
 * fetched only then.
 */
function useResultColumns(shown: ResultColumn[], filter: object): Column<{ id: number }>[] {
  const [values] = useState(() => fetchedValues('/students/result-values'));
  const asked: { sort?: string } = filter;
  return shown.map((key) => ({
    key,
    title: resultColumns[key],
    optional: true,
    sortable: true,
    needed: key in filter || asked.sort?.replace('-', '') === key,
    numeric: numbers.includes(key),
    align: numbers.includes(key) ? 'end' : undefined,
    render: (row) => <Cell values={values} personId={row.id} field={key} />,
  }));
}

/** With those by which the list is sorted or filtered in view, after name, number and batch. */
const withResults = <Row extends { id: number }>(columns: Column<Row>[], results: Column<{ id: number }>[]) => [
  ...columns.slice(0, 3),
  ...results.filter(({ needed }) => needed),
  ...columns.slice(3),
  ...results.filter(({ needed }) => !needed),
];

/** Filters by the same figures. */
const resultFilters = (shown: ResultColumn[], designations: string[] = []): ListFilter[] =>
  shown.map((key): ListFilter => {
    const label = resultColumns[key];
    if (key === 'designation') return { key, label, options: designations };
    if (key === 'promotion')
      return { key, label, options: sessionOutcomes.map((value) => ({ value, label: enrolmentOutcomes[value]! })) };
    return { key, label, type: 'text', hint: hints[key] };
  });
const average = 'A number, or a range such as 40..49.99 or 70..';
const hints = {
  average,
  cumulative: average,
  cgpa: 'A number, or a range such as 3.5.. or 2.4..3.49. Ranges compare exact values.',
  position: 'A number, or a range such as 1..3',
};

function Cell({ values, personId, field }: { values: FetchedValues; personId: number; field: string }) {
  const text = useSyncExternalStore(
    values.watch,
    () => values.of(personId, field),
    () => undefined,
  );
  useEffect(() => values.want(personId, field), [values, personId, field]);
  return text ?? null;
}
