import { Badge } from '#ui/badge.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import { percentOf } from '../months/period-figures.ts';
import type { TermAttendance } from '../record/student-attendance.queries.ts';

/** The terms of a student, and below them the courses whose lessons have registers. */
export function TermTotals({ terms }: { terms: TermAttendance[] }) {
  const words = useWords();
  const [ofDays, ofLessons] = [terms.filter(({ course }) => !course), terms.filter(({ course }) => course)];
  return (
    <>
      {ofDays.length > 0 && <Totals title="By term" name="attendance-terms" rows={ofDays} />}
      {ofLessons.length > 0 && (
        <Totals title={`By ${words.course.toLowerCase()}`} name="attendance-courses" rows={ofLessons} />
      )}
    </>
  );
}

const Totals = ({ title, name, rows }: { title: string; name: string; rows: TermAttendance[] }) => (
  <Card title={title} flush>
    <DataTable
      flush
      name={name}
      columns={columns}
      rows={rows}
      caption={`Attendance ${title.toLowerCase()}`}
      rowId={({ termId, course }) => `${termId} ${course ?? ''}`}
    />
  </Card>
);

const figure = (key: 'late' | 'absent', title: string): Column<TermAttendance> => ({
  key,
  title,
  align: 'end',
  render: (row) => row[key],
});

const columns: Column<TermAttendance>[] = [
  {
    key: 'term',
    title: 'Term',
    primary: true,
    wraps: true,
    render: ({ term, session, course }) =>
      course ? (
        <>
          {course}{' '}
          <Secondary>
            {term}, {session}
          </Secondary>
        </>
      ) : (
        <>
          {term} <Secondary>{session}</Secondary>
        </>
      ),
  },
  {
    key: 'percent',
    title: 'Present',
    align: 'end',
    card: 'aside',
    render: ({ attended, called, isLow, warnBelow }) =>
      isLow ? (
        <Badge tone="bad">
          {percentOf(attended, called)}%, below {warnBelow}%
        </Badge>
      ) : (
        `${percentOf(attended, called)}%`
      ),
  },
  {
    key: 'attended',
    title: 'Times present',
    align: 'end',
    card: 'line',
    render: ({ attended, called }) => `${attended} of ${called}`,
  },
  figure('absent', 'Absent'),
  figure('late', 'Late'),
  {
    key: 'others',
    title: 'Sick, excused, suspended',
    align: 'end',
    render: ({ sick, excused, suspended }) => sick + excused + suspended,
  },
];
