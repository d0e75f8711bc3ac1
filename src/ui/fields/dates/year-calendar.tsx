import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../icons.tsx';
import { todayHere, within } from './notation.ts';
import classes from './calendar.module.css';
import type { CalendarProps } from './date-kinds.ts';

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
export function YearCalendar({ value, min, max, optional, onPick }: CalendarProps) {
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
