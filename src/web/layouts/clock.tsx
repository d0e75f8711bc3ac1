import { useEffect, useMemo, useState } from 'react';
import { clockIn } from '#ui/plain/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/plain/constants.ts';
import { cityOf } from '#ui/zone.ts';
import classes from './clock.module.css';

const SHORT = 3;

interface ClockProps {
  timeZone: string;
  /** Says whose time it is, where the institutions in view have several. */
  namesZone: boolean;
}

/** 9.7: date and time, updated each second, in the institution's time zone. */
export function Clock({ timeZone, namesZone }: ClockProps) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const textAt = useMemo(() => clockIn(timeZone), [timeZone]);
  const { weekday, day, month, year, time } = textAt(now);
  return (
    <time className={classes.clock} dateTime={now.toISOString()} data-clock>
      <span className="ink-3">
        {weekday.slice(0, SHORT)}
        <span className={classes.rest}>{weekday.slice(SHORT)}</span>, {day} {month.slice(0, SHORT)}
        <span className={classes.rest}>{month.slice(SHORT)}</span> {year},{' '}
      </span>
      <span className={classes.time}>
        {time}
        {namesZone && ` in ${cityOf(timeZone)}`}
      </span>
    </time>
  );
}
