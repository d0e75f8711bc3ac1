import { dateText, dateTimeText, countOf } from '#ui/format.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { markKinds, sittingName, isAttended } from '../mark-kinds.ts';
import classes from './heat-map.module.css';
import type {
  AttendanceCorrection,
  AttendanceDay,
  StudentAttendance,
  TermAttendance,
  AwayMark,
} from '../record/attendance.tab.ts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { mondayOf, weekdayOf as isoWeekday } from '#features/teaching/calendar/view/period.ts';
import { cx } from '#ui/cx.ts';
import { Badge } from '#ui/badge.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { percentOf, weekdayOf } from '../months/period-figures.ts';
import { formatTime } from '#kernel/dates.ts';

/** How often a student was there: by term, by day, and what was marked. */
export default function StudentAttendanceTab({ terms, days, corrections }: StudentAttendance) {
  if (terms.length === 0)
    return <EmptyState title="No registers yet">Attendance appears here once registers are taken.</EmptyState>;
  const away = days.filter(({ marks }) => marks.length > 0).toReversed();
  return (
    <div className="stack">
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

/** Each day of a session as a square, a column for each week. The arrows walk through the days; the words are below. */
function HeatMap({ days }: { days: readonly AttendanceDay[] }) {
  const [at, setAt] = useState(days.length - 1);
  const box = useRef<HTMLDivElement>(null);
  const terms = [...Map.groupBy(days, ({ term }) => term)];
  const states = Map.groupBy(days, dayState);
  const summary = [...states].map(([state, own]) => `${stateWords[state]}: ${countOf(own.length, 'day')}`).join('. ');
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -5, ArrowRight: 5, ArrowUp: -1, ArrowDown: 1, Home: -at, End: days.length - 1 - at }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(days.length - 1, Math.max(0, at + step));
    setAt(next);
    box.current?.querySelector<HTMLElement>(`[data-day="${days[next]!.onDate}"]`)?.focus();
  };
  return (
    <>
      {/* The keys belong to the days, which the group hears together. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        className={classes.terms}
        role="group"
        aria-label={`Days of registers. ${summary}`}
        onKeyDown={walk}
      >
        {terms.map(([term, own]) => (
          <div key={term}>
            <div className={classes.term}>{term}</div>
            <div className={classes.days}>
              {own.map((day) => (
                <button
                  key={day.onDate}
                  type="button"
                  data-day={day.onDate}
                  className={cx(classes.day, classes[dayState(day)])}
                  style={{ gridColumn: weekIn(own[0]!.onDate, day.onDate), gridRow: isoWeekday(day.onDate) }}
                  tabIndex={day === days[at] ? 0 : -1}
                  aria-label={dayLabel(day)}
                  onFocus={() => setAt(days.indexOf(day))}
                  onMouseEnter={() => setAt(days.indexOf(day))}
                >
                  {stateLetter(day)}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className={classes.words} aria-live="polite">
        {days[at] && dayLabel(days[at])}
      </p>
      <p className={classes.key}>
        {(Object.keys(stateWords) as DayState[]).map((state) => (
          <span key={state}>
            <i className={cx(classes.day, classes[state])} />
            {stateWords[state]}
          </span>
        ))}
        <span>{days[0] && `From ${dateText(days[0].onDate)}`}</span>
      </p>
    </>
  );
}

const weekIn = (first: string, day: string) =>
  1 + Math.round((Date.parse(mondayOf(day)) - Date.parse(mondayOf(first))) / (7 * 86_400_000));

/** The terms of a student, and below them the courses whose lessons have registers. */
function TermTotals({ terms }: { terms: TermAttendance[] }) {
  const words = useTerms();
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

type DayState = 'present' | 'late' | 'partly' | 'away' | 'absent';

/** The least good of a day: absent without a reason, away with one, part of the day, late. */
function dayState({ called, marks }: AttendanceDay): DayState {
  const away = marks.filter(({ kind }) => !isAttended(kind));
  if (away.length > 0 && away.length < called) return 'partly';
  if (away.some(({ kind }) => kind === 'absent')) return 'absent';
  if (away.length > 0) return 'away';
  return marks.some(({ kind }) => kind === 'late') ? 'late' : 'present';
}

const stateWords: Record<DayState, string> = {
  present: 'Present',
  late: 'Late',
  partly: 'Absent for a part',
  away: 'Sick, excused or suspended',
  absent: 'Absent',
};

/** A colour is never alone. */
const stateLetter = (day: AttendanceDay): string => {
  const [first] = day.marks.filter(({ kind }) => !isAttended(kind));
  return (first ?? day.marks.find(({ kind }) => kind === 'late'))
    ? markKinds[(first ?? day.marks[0]!).kind].letter
    : '';
};

/** 'Morning: late, 10 min; bus broke down' */
function awayWords({ sitting, kind, label, minutes, leftAt, remark, course }: AwayMark): string {
  const what = [label ?? markKinds[kind].label, minutes !== null && `${minutes} min`].filter(Boolean).join(', ');
  const words = [what, leftAt && `left ${formatTime(leftAt)}`, remark].filter(Boolean).join('; ');
  return `${course ?? sittingName(sitting)}: ${words}`;
}

/** 'Thursday, 26 Nov 2026. Morning: absent' */
const dayLabel = (day: AttendanceDay): string =>
  `${weekdayOf(day.onDate)}, ${dateText(day.onDate)}. ${day.marks.length > 0 ? day.marks.map(awayWords).join('. ') : 'Present'}`;
