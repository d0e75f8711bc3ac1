import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../button.tsx';
import { DATE_PICKER_HIGHLIGHTS_TODAY, MONTH_NAMES } from '../../plain/constants.ts';
import { IconChevronLeft, IconChevronRight } from '../../icons.tsx';
import { addDays, addMonths, spokenDate, todayHere, weekStart, within } from './notation.ts';
import classes from './calendar.module.css';
import type { CalendarProps } from './date-kinds.ts';

/** The default range of years. */
const YEARS_BACK = 100;
const YEARS_AHEAD = 20;

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** The weeks of a month such as '2026-11', with null for days of other months. */
function weeksOf(month: string): (string | null)[][] {
  const first = weekStart(`${month}-01`);
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from(WEEKDAYS, (_name, at) => addDays(first, week * 7 + at)).map((day) =>
      day.startsWith(month) ? day : null,
    ),
  );
  return weeks.filter((week) => week.some(Boolean));
}

/** The day that a key moves to. */
function led(event: KeyboardEvent, day: string): string | undefined {
  const far = event.shiftKey ? 12 : 1;
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return weekStart(day);
    case 'End':
      return addDays(weekStart(day), 6);
    case 'PageUp':
      return addMonths(day, -far);
    case 'PageDown':
      return addMonths(day, far);
  }
}

/** A month calendar with today marked, month and year selects, and date grid keys. */
export function DayCalendar({ value, range, optional, onPick, ...limits }: CalendarProps) {
  const today = todayHere();
  const [min, max] = [limits.min?.slice(0, 10), limits.max?.slice(0, 10)];
  const chosen = value.slice(0, 10);
  const [at, setAt] = useState(chosen || within(today, min, max));
  const grid = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7)) - 1];
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const go = (day: string) => setAt(within(day, min, max));
  const canPick = (day: string) => within(day, min, max) === day;
  const weeks = weeksOf(at.slice(0, 7));
  const open = weeks.flat().filter((day) => day !== null && canPick(day));
  const inTabOrder = [chosen, today].find((day) => open.includes(day)) ?? open[0];
  const first = Math.min(year, Number(min?.slice(0, 4) ?? today.slice(0, 4)) - (min ? 0 : YEARS_BACK));
  const last = Math.max(year, Number(max?.slice(0, 4) ?? today.slice(0, 4)) + (max ? 0 : YEARS_AHEAD));
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton
          label="Previous month"
          disabled={`${at.slice(0, 7)}-00` <= (min ?? '')}
          onClick={() => go(addMonths(at, -1))}
        >
          <IconChevronLeft />
        </IconButton>
        <select
          aria-label="Month"
          value={month}
          onChange={(event) => go(addMonths(at, Number(event.target.value) - month))}
        >
          {MONTH_NAMES.map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
        <select
          aria-label="Year"
          value={year}
          onChange={(event) => go(addMonths(at, 12 * (Number(event.target.value) - year)))}
        >
          {Array.from({ length: last - first + 1 }, (_, index) => (
            <option key={index}>{first + index}</option>
          ))}
        </select>
        <IconButton
          label="Next month"
          disabled={`${at.slice(0, 7)}-31` >= (max ?? '9999')}
          onClick={() => go(addMonths(at, 1))}
        >
          <IconChevronRight />
        </IconButton>
      </div>
      <div
        ref={grid}
        role="presentation"
        onKeyDown={(event) => {
          const to = led(event, at);
          if (!to || !(event.target as HTMLElement).dataset['day']) return;
          event.preventDefault();
          follow.current = true;
          go(to);
        }}
      >
        <table className={classes.month} aria-label={`${MONTH_NAMES[month]} ${year}`}>
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} className={classes.weekday}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, row) => (
              <tr key={row}>
                {week.map((day, cell) => (
                  <td key={cell}>
                    {day && (
                      <button
                        type="button"
                        className={classes.day}
                        data-day={day}
                        data-today={(DATE_PICKER_HIGHLIGHTS_TODAY && day === today) || undefined}
                        data-in-range={(range && day >= range.from && day <= range.to && canPick(day)) || undefined}
                        disabled={!canPick(day)}
                        tabIndex={day === inTabOrder ? 0 : -1}
                        aria-label={spokenDate(day)}
                        aria-pressed={day === chosen}
                        aria-current={day === today ? 'date' : undefined}
                        onFocus={() => setAt(day)}
                        onClick={() => onPick(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes.foot}>
        <Button small tone="plain" disabled={!canPick(today)} onClick={() => onPick(today)}>
          Today
        </Button>
        {optional && value && (
          <Button small tone="plain" onClick={() => onPick('')}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
