import type { DateKind, CalendarProps } from './date-kinds.ts';
import { DayCalendar } from './day-calendar.tsx';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../../button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../icons.tsx';
import { todayHere, within, inNotation } from './notation.ts';
import classes from './calendar.module.css';
import { DATE_TIME_MINUTE_STEP } from '../../plain/constants.ts';

/** The calendar of a date field, loaded when first opened. */
export default function Calendar({ kind, ...props }: CalendarProps & { kind: DateKind }) {
  const Kind = kind === 'year' ? YearCalendar : kind === 'moment' ? MomentCalendar : DayCalendar;
  return <Kind {...props} />;
}

const COLUMNS = 3;
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
  PageUp: -10,
  PageDown: 10,
};

/** A calendar of ten years, with the current year marked. */
function YearCalendar({ value, min, max, optional, onPick }: CalendarProps) {
  const now = todayHere().slice(0, 4);
  const [at, setAt] = useState(Number(value || within(now, min, max)));
  const grid = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-year="${at}"]`)?.focus();
  }, [at]);
  const decade = at - (at % 10);
  const years = Array.from({ length: 10 }, (_, after) => String(decade + after));
  const canPick = (year: string) => within(year, min, max) === year;
  const open = years.filter(canPick);
  const inTabOrder = [value, now].find((year) => open.includes(year)) ?? open[0];
  const go = (year: number) => setAt(Number(within(String(year), min ?? '1000', max ?? '9999')));
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton label="Previous 10 years" disabled={decade <= Number(min ?? 1000)} onClick={() => go(at - 10)}>
          <IconChevronLeft />
        </IconButton>
        <span aria-live="polite">
          {decade} – {decade + 9}
        </span>
        <IconButton label="Next 10 years" disabled={decade + 9 >= Number(max ?? 9999)} onClick={() => go(at + 10)}>
          <IconChevronRight />
        </IconButton>
      </div>
      <div
        ref={grid}
        role="presentation"
        onKeyDown={(event) => {
          const to =
            event.key === 'Home' ? decade : event.key === 'End' ? decade + 9 : at + (steps[event.key] ?? Number.NaN);
          if (Number.isNaN(to)) return;
          event.preventDefault();
          follow.current = true;
          go(to);
        }}
      >
        <table className={classes.years} aria-label={`Years ${decade} to ${decade + 9}`}>
          <tbody>
            {Array.from({ length: Math.ceil(years.length / COLUMNS) }, (_, row) => (
              <tr key={row}>
                {years.slice(row * COLUMNS, (row + 1) * COLUMNS).map((year) => (
                  <td key={year}>
                    <button
                      type="button"
                      className={classes.year}
                      data-year={year}
                      data-today={year === now || undefined}
                      disabled={!canPick(year)}
                      tabIndex={year === inTabOrder ? 0 : -1}
                      aria-pressed={year === value}
                      aria-current={year === now ? 'date' : undefined}
                      onFocus={() => setAt(Number(year))}
                      onClick={() => onPick(year)}
                    >
                      {year}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {optional && value && (
        <div className={classes.foot}>
          <Button small tone="plain" onClick={() => onPick('')}>
            Clear
          </Button>
        </div>
      )}
    </div>
  );
}

const two = (n: number) => String(n).padStart(2, '0');
const hoursOf = (half: number) => Array.from({ length: 12 }, (_, hour) => two(half * 12 + hour));

/** Picks the day, the hour, then the minutes, and closes. */
function MomentCalendar({ value, min, max, step = DATE_TIME_MINUTE_STEP, onPick, ...rest }: CalendarProps) {
  const [day, setDay] = useState('');
  const [hour, setHour] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const cells = grid.current;
    (
      cells?.querySelector<HTMLElement>('[aria-pressed=true]') ?? cells?.querySelector<HTMLElement>('button:enabled')
    )?.focus();
  }, [day, hour]);
  if (!day)
    return (
      <DayCalendar
        {...rest}
        value={value}
        min={min}
        max={max}
        onPick={(picked) => (picked ? setDay(picked) : onPick(''))}
      />
    );

  /** A choice is enabled if any moment of it is within the limits. */
  const cell = (from: string, to: string, label: string, choose: () => void) => (
    <button
      key={from}
      type="button"
      className={classes.time}
      disabled={within(from, min, max) !== from && within(to, min, max) !== to}
      aria-pressed={value >= from && value <= to}
      onClick={choose}
    >
      {label}
    </button>
  );
  const time = (text: string) => `${day}T${text}`;
  const minutes = Array.from({ length: Math.ceil(60 / step) }, (_, index) => two(index * step));
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton label={hour ? 'Back to hours' : 'Back to days'} onClick={() => (hour ? setHour('') : setDay(''))}>
          <IconChevronLeft />
        </IconButton>
        <span>{inNotation(day, 'dd MM yyyy')}</span>
      </div>
      <div ref={grid} role="presentation" onKeyDown={(event) => moveInGrid(event, hour ? 3 : 4)}>
        {hour ? (
          <div role="group" aria-label="Minutes" className={classes.minutes}>
            {minutes.map((minute) => {
              const at = time(`${hour}:${minute}`);
              return cell(at, at, inNotation(at, 'HH:ii P'), () => onPick(at));
            })}
          </div>
        ) : (
          <div className={classes.hours}>
            {[0, 1].map((half) => (
              <div key={half} role="group" aria-label={half ? 'Hour, afternoon' : 'Hour, morning'}>
                {hoursOf(half).map((one) =>
                  cell(time(`${one}:00`), time(`${one}:59`), inNotation(time(`${one}:00`), 'HH P'), () => setHour(one)),
                )}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Arrow keys, Home and End in a grid of buttons. */
function moveInGrid(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const cells = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const at = cells.indexOf(document.activeElement as HTMLButtonElement);
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: cells.length - 1,
  }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  cells[to]?.focus();
}
