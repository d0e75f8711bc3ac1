import type { RefObject } from 'react';
import { cx } from '#ui/cx.ts';
import { dateText } from '#ui/format.ts';
import type { CalendarDay, CalendarEntry } from './view/calendar-page.queries.ts';
import { entriesOn, dayStateLabels, weekdayName, weekdayNames } from './shared/day-labels.ts';
import { useDayKeys } from './day-dialog.tsx';
import type { ShownDaysProps } from './week-list.tsx';
import classes from './month.module.css';

const shownAtOnce = 3;
const ofKind = {
  event: classes.event,
  holiday: classes.off,
  half_day: classes.morning,
  school_day: classes.extra,
};

/** A month as whole weeks. */
export function MonthGrid({ day, today, days, entries, onOpen }: ShownDaysProps) {
  const month = day.slice(0, 7);
  const { current, setCurrent, grid, onKeyDown } = useDayKeys(day, (one) => one.startsWith(month));
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    // Its days are buttons; the keys move between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table
      role="grid"
      aria-label="Days"
      className={classes.month}
      ref={grid as RefObject<HTMLTableElement>}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]!.day}>
            {week.map((one) => (
              <td
                key={one.day}
                className={cx(
                  classes.cell,
                  classes[one.state],
                  one.day === today && classes.today,
                  !one.day.startsWith(month) && classes.outside,
                )}
              >
                <DayButton
                  day={one}
                  entries={entriesOn(entries, one.day)}
                  isToday={one.day === today}
                  isCurrent={one.day === current}
                  onFocus={() => setCurrent(one.day)}
                  onOpen={() => onOpen(one)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayButtonProps {
  day: CalendarDay;
  entries: CalendarEntry[];
  isToday: boolean;
  isCurrent: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

function DayButton({ day, entries, isToday, isCurrent, onFocus, onOpen }: DayButtonProps) {
  const more = entries.length - shownAtOnce;
  return (
    <button
      type="button"
      data-day={day.day}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      className={classes.day}
      onFocus={onFocus}
      onClick={onOpen}
    >
      <span className="visually-hidden">{weekdayName(day.day)}, </span>
      <span className={classes.number}>{Number(day.day.slice(8))}</span>
      <span className="visually-hidden">
        {dateText(day.day).replace(/^\d+/, '')}
        {dayStateLabels[day.state] && `, ${dayStateLabels[day.state].toLowerCase()}`}
        {day.marks.length + entries.length > 0 && ': '}
      </span>
      {day.state === 'half' && (
        <span aria-hidden className={classes.state}>
          {dayStateLabels.half}
        </span>
      )}
      {day.marks.map((mark) => (
        <span key={mark} className={cx(classes.line, classes.mark)}>
          {mark}
        </span>
      ))}
      {entries.slice(0, shownAtOnce).map((entry) => (
        <span key={entry.id} className={cx(classes.line, ofKind[entry.kind], entry.isExpected && classes.expected)}>
          {entry.title}
          {entry.isExpected && ' (expected)'}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>{more} more</span>}
    </button>
  );
}
