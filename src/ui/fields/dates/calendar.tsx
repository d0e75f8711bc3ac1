import type { DateKind, DateLimits } from './date-kinds.ts';
import { DayCalendar } from './day-calendar.tsx';
import { MomentCalendar } from './moment-calendar.tsx';
import { YearCalendar } from './year-calendar.tsx';

export interface CalendarProps extends DateLimits {
  value: string;
  range?: { from: string; to: string };
  /** Can be cleared, which picks ''. */
  optional?: boolean;
  onPick: (value: string) => void;
}

/** The calendar of a date field, loaded when first opened. */
export default function Calendar({ kind, ...props }: CalendarProps & { kind: DateKind }) {
  const Kind = kind === 'year' ? YearCalendar : kind === 'moment' ? MomentCalendar : DayCalendar;
  return <Kind {...props} />;
}
