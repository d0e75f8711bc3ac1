import { useEffect, useState } from 'react';
import { CLOCK_TICK_MS } from '#ui/constants.ts';
import classes from './header.module.css';

/** 9.7: 12-hour with am and pm, weekday and month in English, anew each second; in the institution's time zone. */
export function Clock({ timeZone }: { timeZone?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const day = now.toLocaleDateString('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const time = now
    .toLocaleTimeString('en-US', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: true })
    .toLowerCase();
  return (
    <time className={classes.clock} dateTime={now.toISOString().slice(0, 19)} data-clock>
      <span>{day}, </span>
      {time}
    </time>
  );
}
