import type { DateKind, CalendarProps } from './date-kinds.ts';
import { DayCalendar } from './day-calendar.tsx';
import { MomentCalendar } from './moment-calendar.tsx';
import { YearCalendar } from './year-calendar.tsx';

/** The calendar of a date field, loaded when first opened. */
export default function Calendar({ kind, ...props }: CalendarProps & { kind: DateKind }) {
  const Kind = kind === 'year' ? YearCalendar : kind === 'moment' ? MomentCalendar : DayCalendar;
  return <Kind {...props} />;
}
