import { useEffect, useMemo, useState } from 'react';
import { CLOCK_TICK_MS, MONTH_NAMES, WEEKDAY_NAMES } from '#ui/constants.ts';
import classes from './clock.module.css';

const SHORT = 3;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The figures of a moment as the clocks of this time zone show them. */
function figuresIn(timeZone: string | undefined) {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, ...numeric, ...time });
  return (moment: Date) =>
    Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)])) as Record<
      'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
      number
    >;
}

/** 9.7: 12-hour with am and pm, weekday and month in English, anew each second; in the institution's time zone. */
export function Clock({ timeZone }: { timeZone?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const figures = useMemo(() => figuresIn(timeZone), [timeZone]);
  const { year, month, day, hour, minute, second } = figures(now);
  const weekday = WEEKDAY_NAMES[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!;
  const monthName = MONTH_NAMES[month - 1]!;
  const time = [hour % 12 || 12, minute, second].map(twoDigits).join(':');
  return (
    <time className={classes.clock} dateTime={now.toISOString()} data-clock>
      <span className={classes.date}>
        {weekday.slice(0, SHORT)}
        <span className={classes.rest}>{weekday.slice(SHORT)}</span>, {day} {monthName.slice(0, SHORT)}
        <span className={classes.rest}>{monthName.slice(SHORT)}</span> {year},{' '}
      </span>
      <span className={classes.time}>
        {time} {hour < 12 ? 'am' : 'pm'}
      </span>
    </time>
  );
}
