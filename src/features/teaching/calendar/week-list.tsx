import type { RefObject } from 'react';
import { cx } from '#ui/cx.ts';
import { dateText } from '#ui/format.ts';
import type { CalendarPageProps } from './calendar.routes.ts';
import type { CalendarDay } from './view/calendar-page.queries.ts';
import { entriesOn, dayStateLabels, weekdayName } from './shared/day-labels.ts';
import { useDayKeys, EntryLine } from './day-dialog.tsx';
import classes from './week.module.css';

export interface ShownDaysProps extends Pick<CalendarPageProps, 'day' | 'today' | 'days' | 'entries'> {
  onOpen: (day: CalendarDay) => void;
}

/** A week: seven columns, or one below the other on a phone. */
export function WeekList({ day, today, days, entries, onOpen }: ShownDaysProps) {
  const { current, setCurrent, grid, onKeyDown } = useDayKeys(day, (one) => days.some((shown) => shown.day === one));
  return (
    // Its days are buttons; the keys move between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className={classes.week} ref={grid as RefObject<HTMLOListElement>} onKeyDown={onKeyDown}>
      {days.map((one) => {
        const here = entriesOn(entries, one.day);
        return (
          <li key={one.day} className={cx(classes.day, classes[one.state], one.day === today && classes.today)}>
            <button
              type="button"
              data-day={one.day}
              tabIndex={one.day === current ? 0 : -1}
              aria-current={one.day === today ? 'date' : undefined}
              onFocus={() => setCurrent(one.day)}
              onClick={() => onOpen(one)}
            >
              <b>{weekdayName(one.day)}</b>
              <span>{dateText(one.day).slice(0, -5)}</span>
              {dayStateLabels[one.state] && <small>{dayStateLabels[one.state]}</small>}
            </button>
            {one.marks.map((mark) => (
              <p key={mark} className={classes.mark}>
                {mark}
              </p>
            ))}
            {here.map((entry) => (
              <EntryLine key={entry.id} entry={entry} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}
