import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { count } from '#ui/format.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useReportEntry } from '#web/client/use-report-entry.ts';
import { useUses } from '#web/client/use-uses.ts';
import { useWords } from '#web/client/use-words.ts';
import { actionsColumn } from '../shared/actions-column.tsx';
import type { CourseRow } from './courses.queries.ts';
import { deleteItem, post } from '../shared/actions.ts';
import { useInstitutionColumn } from '#web/client/use-institution-column.tsx';
import type { courseList } from '../structure.pages.ts';

/** The courses of the institution. */
export default function CourseListPage({ next, filter, can, ...first }: PropsOf<typeof courseList>) {
  const list = useMoreRows({ rows: first.rows, next });
  const { rows } = list;
  const address = useAddress();
  const words = useWords();
  const institution = useInstitutionColumn<CourseRow>();
  const usesUnits = useUses('gradePoints') || rows.some(({ creditUnits }) => creditUnits !== 1);
  const word = words.course.toLowerCase();
  const create = can.edit && (
    <LinkButton tone="primary" href={address.href('/courses/new')} onClick={opensModal}>
      Add {word}
    </LinkButton>
  );
  const columns: (Column<CourseRow> | false)[] = [
    { key: 'title', title: words.course, primary: true, render: (row) => row.title },
    { key: 'code', title: 'Code', card: 'line', numeric: true, render: (row) => row.code },
    ...institution,
    usesUnits && { key: 'units', title: 'Units', align: 'end' as const, render: (row: CourseRow) => row.creditUnits },
    {
      key: 'group',
      title: 'Elective group',
      tour: 'course-group',
      render: (row) => row.electiveGroup ?? <Secondary>Compulsory</Secondary>,
    },
    {
      key: 'batches',
      title: words.batches,
      align: 'end',
      tour: 'course-batches',
      render: (row) => count(row.batches),
    },
    { key: 'exam', title: 'Exam', hidden: true, render: (row) => (row.noExam ? 'No exam' : 'Exam') },
    {
      key: 'state',
      title: 'Status',
      card: 'line',
      render: (row) => (row.retiredAt ? <Badge>Archived</Badge> : <Badge tone="good">Active</Badge>),
    },
    can.edit && actionsColumn((row: CourseRow) => <Actions row={row} word={word} />),
  ];
  const asReport = useReportEntry({ reportAs: 'courses', name: 'courses', filter, columns });
  return (
    <>
      <PageHeader
        title={words.courses}
        count={list.more ? undefined : rows.length}
        action={create}
        more={[can.edit && { label: 'Assign teachers', href: address.href('/courses/teachers') }, asReport]}
      />
      <DataTable
        name="courses"
        caption={words.courses}
        columns={columns.filter((column) => column !== false)}
        rows={rows}
        onMore={list.more}
        loadingMore={list.loading}
        rowInModal
        rowHref={can.edit ? (row) => address.href(`/courses/${row.id}/edit`) : undefined}
        filtered={Boolean(filter.q || filter.state || filter.offered)}
        dropFilter={{ label: 'filters', href: address.here({ q: null, state: null, offered: null }) }}
        toolbar={
          <FilterBar
            search={{ value: filter.q, label: `Search ${words.courses.toLowerCase()}`, placeholder: 'Code or title' }}
            filters={[
              {
                key: 'state',
                label: 'Status',
                value: filter.state,
                pinned: true,
                options: [
                  { value: 'active', label: 'Active' },
                  { value: 'retired', label: 'Archived' },
                ],
              },
              {
                key: 'offered',
                label: 'Taught this session',
                value: filter.offered,
                options: [
                  { value: 'yes', label: 'Yes' },
                  { value: 'no', label: 'No' },
                ],
              },
            ]}
          />
        }
        empty={
          <EmptyState title={`No ${words.courses.toLowerCase()} yet`} action={create}>
            A {word} is taught and examined, such as English Language. Add it once, then offer it to{' '}
            {words.batches.toLowerCase()} with a teacher.
          </EmptyState>
        }
      />
    </>
  );
}

function Actions({ row, word }: { row: CourseRow; word: string }) {
  const address = useAddress();
  const at = `/courses/${row.id}`;
  return (
    <Menu
      label={`Actions for ${row.title}`}
      items={[
        { label: 'Edit', href: address.href(`${at}/edit`), modal: true },
        row.retiredAt
          ? { label: 'Restore', onSelect: () => post(`${at}/restore`) }
          : { label: 'Archive', onSelect: () => post(`${at}/retire`) },
        deleteItem(at, row.title, word),
      ]}
    />
  );
}
