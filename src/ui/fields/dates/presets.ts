import { addDays, addMonths, todayHere, weekStart } from './notation.ts';

export interface DatePreset {
  label: string;
  from: string;
  to: string;
}

/** Common date ranges; pages add their terms. */
export function datePresets(today = todayHere()): DatePreset[] {
  const monday = weekStart(today);
  const first = `${today.slice(0, 8)}01`;
  return [
    { label: 'Today', from: today, to: today },
    { label: 'This week', from: monday, to: addDays(monday, 6) },
    { label: 'This month', from: first, to: addDays(addMonths(first, 1), -1) },
  ];
}
