import { addDays, type Day } from '#kernel/dates.ts';

const before = (day: Day): Day => addDays(day, -1);

/** The day until which a bursar probably wants to close: the end of last month, or yesterday; null if all is closed. */
export function periodToClose(today: Day, closedThrough: Day | null): Day | null {
  const days = [before(`${today.slice(0, 7)}-01`), before(today)];
  return days.find((day) => !closedThrough || day > closedThrough) ?? null;
}
