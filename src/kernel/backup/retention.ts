import { today } from '#kernel/dates.ts';

/** How many backups to keep: the last one of each of so many days, weeks and months. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

/**
 * The backups among these times that can be removed. Only days, weeks and months that have a backup count, so backups
 * do not expire while no new ones are made. The latest is always kept.
 */
export function expendable(times: Date[], keep: Keep, timeZone: string): Date[] {
  const latestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  const days = latestFirst.map((time) => today(timeZone, time));
  const kept = new Set(latestFirst.slice(0, 1));
  const periods: [number, (day: string) => string][] = [
    [keep.daily, (day) => day],
    [keep.weekly, mondayOf],
    [keep.monthly, (day) => day.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const [at, time] of latestFirst.entries()) {
      const period = periodOf(days[at]!);
      if (seen.size < count && !seen.has(period)) kept.add(time);
      seen.add(period);
    }
  }
  return latestFirst.filter((time) => !kept.has(time));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
