import { useEffect, useMemo, useState } from 'react';
import { clockIn } from '#ui/plain/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/plain/constants.ts';
import classes from './clock.module.css';

const SHORT = 3;

/** 9.7: date and time, updated each second, in the institution's time zone. */
export function Clock({ timeZone }: { timeZone?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const textAt = useMemo(() => clockIn(timeZone), [timeZone]);
  const { weekday, day, month, year, time } = textAt(now);
  return (
    <time className={classes.clock} dateTime={now.toISOString()} data-clock>
      <span className={classes.date}>
        {weekday.slice(0, SHORT)}
        <span className={classes.rest}>{weekday.slice(SHORT)}</span>, {day} {month.slice(0, SHORT)}
        <span className={classes.rest}>{month.slice(SHORT)}</span> {year},{' '}
      </span>
      <span className={classes.time}>{time}</span>
    </time>
  );
}
