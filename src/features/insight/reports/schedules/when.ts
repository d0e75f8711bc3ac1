import { formatTime } from '#kernel/dates.ts';
/** When a report is sent, in words. This module also runs in the browser. */
export const repeatLabels = { daily: 'Every day', weekly: 'Every week', monthly: 'Every month' } as const;
export type Repeats = keyof typeof repeatLabels;

export const weekdayLabels: Readonly<Record<number, string>> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
};

export const monthDayLabels = { first: 'First day', last: 'Last day' } as const;
export type MonthDay = keyof typeof monthDayLabels;

export interface When {
  repeats: Repeats;
  weekday: number | null;
  monthDay: MonthDay | null;
  hour: number;
}

/** 7 is 07:00 am. */
export const hourText = (hour: number): string => formatTime(`${String(hour).padStart(2, '0')}:00`);

/** 'Every Monday at 07:00 am'. */
export function whenText({ repeats, weekday, monthDay, hour }: When): string {
  const days = {
    daily: 'Every day',
    weekly: `Every ${weekdayLabels[weekday ?? 1]}`,
    monthly: monthDay === 'first' ? 'On the first day of the month' : 'On the last day of the month',
  };
  return `${days[repeats]} at ${hourText(hour)}`;
}
