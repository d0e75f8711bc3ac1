import { formatDay, today } from '#kernel/dates.ts';
import { useDrawn } from './use-drawn.ts';

/** The date in the school's time zone: 20 Nov 2026. */
export function Day({ at }: { at: Date }) {
  const day = today(useDrawn().site.timeZone, at);
  return <time dateTime={day}>{formatDay(day)}</time>;
}
