import { Link } from '#ui/link.tsx';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { FillBar } from '#ui/records/fill-bar.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import type { CourseProgress } from './progress.queries.ts';
import type { SheetRow } from './sheets.queries.ts';
import { SheetBadge } from '../shared/sheet-badge.tsx';

/** Batches with the state of their marks; the progress comes after the first paint. */
export const sheetColumns = (
  words: { batch: string; courses: string },
  progress: CourseProgress[] | undefined,
  href: (path: string) => string,
): Column<SheetRow>[] => {
  const bySheet = Map.groupBy(progress ?? [], ({ sheetId }) => sheetId);
  const of = (row: SheetRow) => (row.id ? (bySheet.get(row.id) ?? []) : []);
  return [
    {
      key: 'batch',
      title: words.batch,
      primary: true,
      render: (row) => (
        <>
          {row.id ? (
            <Link href={href(`/mark-sheets/${row.id}`)} style={{ textDecoration: 'underline' }}>
              {row.batch}
            </Link>
          ) : (
            row.batch
          )}{' '}
          <Secondary>{row.program}</Secondary>
        </>
      ),
    },
    {
      key: 'state',
      title: 'Marks',
      card: 'aside',
      tour: 'sheet-state',
      render: (row) => <SheetBadge state={row.state} />,
    },
    {
      key: 'entered',
      title: 'Entered',
      card: 'line',
      tour: 'sheet-entered',
      render: (row) => {
        const all = of(row);
        if (all.length === 0) return null;
        const sum = (key: 'entered' | 'expected') => all.reduce((total, one) => total + one[key], 0);
        return <Entered entered={sum('entered')} expected={sum('expected')} />;
      },
    },
    {
      key: 'done',
      title: `${words.courses} finished`,
      render: (row) => {
        const all = of(row);
        return all.length > 0 && `${all.filter(({ isDone }) => isDone).length} of ${all.length}`;
      },
    },
    { key: 'due', title: 'Due', render: (row) => <DateText value={row.dueOn} /> },
  ];
};

/** The courses of one sheet. */
export const courseColumns = (word: string): Column<CourseProgress>[] => [
  {
    key: 'course',
    title: word,
    primary: true,
    wraps: true,
    render: (row) => (
      <>
        {row.course} <Secondary>{row.code}</Secondary>
      </>
    ),
  },
  {
    key: 'teacher',
    title: 'Teacher',
    card: 'line',
    render: (row) => row.teacher ?? <Secondary>Nobody yet</Secondary>,
  },
  figureColumn('students', 'Students', (row) => row.students),
  {
    key: 'entered',
    title: 'Entered',
    card: 'line',
    render: (row) => <Entered {...row} />,
  },
  { key: 'done', title: 'Status', card: 'aside', render: (row) => (row.isDone ? 'Finished' : 'Not finished') },
];

/** How many marks are in; a course that nobody takes has none to enter. */
const Entered = ({ entered, expected }: Pick<CourseProgress, 'entered' | 'expected'>) =>
  expected === 0 ? (
    <Secondary>No students</Secondary>
  ) : (
    <FillBar label="Marks entered" value={entered} max={expected} isGoal />
  );
