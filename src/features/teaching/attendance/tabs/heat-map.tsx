import { useRef, useState, type KeyboardEvent } from 'react';
import { mondayOf, weekdayOf as isoWeekday } from '#features/teaching/calendar/view/period.ts';
import { cx } from '#ui/cx.ts';
import { countOf, dateText } from '#ui/format.ts';
import { dayLabel, dayState, stateLetter, stateWords, type DayState } from '../record/day-states.ts';
import type { AttendanceDay } from '../record/student-attendance.queries.ts';
import classes from './heat-map.module.css';

/** Each day of a session as a square, a column for each week. The arrows walk through the days; the words are below. */
export function HeatMap({ days }: { days: readonly AttendanceDay[] }) {
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
