import { dateText, dateTimeText } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { markKinds, sittingName } from '../mark-kinds.ts';
import { HeatMap } from './heat-map.tsx';
import { TermTotals } from './term-totals.tsx';
import classes from './heat-map.module.css';
import { awayWords } from '../record/day-states.ts';
import type { AttendanceCorrection, AttendanceDay, StudentAttendance } from '../record/student-attendance.queries.ts';

/** How often a student was there: by term, by day, and what was marked. */
export default function StudentAttendanceTab({ terms, days, corrections }: StudentAttendance) {
  if (terms.length === 0)
    return <EmptyState title="No registers yet">Attendance appears here once registers are taken.</EmptyState>;
  const away = days.filter(({ marks }) => marks.length > 0).toReversed();
  return (
    <div className={classes.stack}>
      <TermTotals terms={terms} />
      <Card title="Days">
        <HeatMap days={days} />
      </Card>
      <Card title="Absent, late and other marks" flush>
        {away.length === 0 ? (
          <p className={classes.none}>Present every time.</p>
        ) : (
          <DataTable
            flush
            name="student-attendance"
            caption="Absent, late and other marks"
            columns={dayColumns}
            rows={away}
            rowId={({ onDate }) => onDate}
          />
        )}
      </Card>
      {corrections.rows.length > 0 && (
        <Card title="Corrections" flush>
          <DataTable
            flush
            name="student-attendance-corrections"
            caption="Corrections"
            columns={correctionColumns}
            rows={corrections.rows}
          />
          <ListEnd
            shown={corrections.rows.length}
            isMore={corrections.isMore}
            of="corrections"
            next="Open a register to see all of its corrections."
          />
        </Card>
      )}
    </div>
  );
}

const dayColumns: Column<AttendanceDay>[] = [
  { key: 'day', title: 'Day', primary: true, render: ({ onDate }) => <DateText value={onDate} /> },
  {
    key: 'marks',
    title: 'Marks',
    card: 'line',
    wraps: true,
    render: ({ marks }) => marks.map((mark) => <div key={`${mark.sitting} ${mark.course}`}>{awayWords(mark)}</div>),
  },
];

const kindWords = (kind: AttendanceCorrection['before']) => (kind ? markKinds[kind].label : 'Not marked');

const correctionColumns: Column<AttendanceCorrection>[] = [
  {
    key: 'day',
    title: 'Register',
    primary: true,
    render: ({ onDate, sitting }) => `${dateText(onDate)}, ${sittingName(sitting).toLowerCase()}`,
  },
  {
    key: 'change',
    title: 'Change',
    card: 'line',
    render: ({ before, after }) => `${kindWords(before)} → ${kindWords(after)}`,
  },
  { key: 'reason', title: 'Reason', card: 'line', wraps: true, render: ({ reason }) => reason },
  {
    key: 'by',
    title: 'Corrected',
    wraps: true,
    render: ({ by, at }) => [by, dateTimeText(at)].filter(Boolean).join(', '),
  },
];
