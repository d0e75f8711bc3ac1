import { Mantine } from '../mantine.tsx';
import type { DateKind, DateLimits } from './notation.ts';
import { DayCalendar } from './day-calendar.tsx';
import { MomentCalendar } from './moment-calendar.tsx';
import { YearCalendar } from './year-calendar.tsx';

export interface CalendarProps extends DateLimits {
  value: string;
  range?: { from: string; to: string };
  /** May be taken back: '' is picked then. */
  optional?: boolean;
  onPick: (value: string) => void;
}

/** What the button of a date field opens. Loaded when the first one opens. */
export default function Calendar({ kind, ...props }: CalendarProps & { kind: DateKind }) {
  const Kind = kind === 'year' ? YearCalendar : kind === 'moment' ? MomentCalendar : DayCalendar;
  return (
    <Mantine>
      <Kind {...props} />
    </Mantine>
  );
}
