import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../../button.tsx';
import { DATE_TIME_MINUTE_STEP } from '../../plain/constants.ts';
import { IconChevronLeft } from '../../icons.tsx';
import { DayCalendar } from './day-calendar.tsx';
import { inNotation, within } from './notation.ts';
import classes from './calendar.module.css';
import type { CalendarProps } from './date-kinds.ts';

const two = (n: number) => String(n).padStart(2, '0');
const hoursOf = (half: number) => Array.from({ length: 12 }, (_, hour) => two(half * 12 + hour));

/** Picks the day, the hour, then the minutes, and closes. */
export function MomentCalendar({ value, min, max, step = DATE_TIME_MINUTE_STEP, onPick, ...rest }: CalendarProps) {
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
