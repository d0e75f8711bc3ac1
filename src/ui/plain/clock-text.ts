import { MONTH_NAMES, WEEKDAY_NAMES } from './constants.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 9.7: the time in a time zone: 12-hour with am and pm, weekday and month in English. */
export function clockIn(timeZone?: string) {
  // Browsers format dates differently even in one language, but the parts are the same.
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  return (now: Date) => {
    const figures = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
    const { year, month, day, hour, minute, second } = figures as Record<Figure, number>;
    return {
      weekday: WEEKDAY_NAMES[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]!,
      day,
      month: MONTH_NAMES[month - 1]!,
      year,
      time: `${[hour % 12 || 12, minute, second].map(twoDigits).join(':')} ${hour < 12 ? 'am' : 'pm'}`,
    };
  };
}
type Figure = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** 'Friday, 20 November 2026'. */
export function clockDay(now: Date, timeZone?: string): string {
  const { weekday, day, month, year } = clockIn(timeZone)(now);
  return `${weekday}, ${day} ${month} ${year}`;
}
