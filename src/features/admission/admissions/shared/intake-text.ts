import { formatTime } from '#kernel/dates.ts';
import { dateText } from '#ui/format.ts';

/** '2027-01-05T08:30' is '5 Jan 2027, 08:30 am'. */
export function localMomentText(local: string): string {
  return `${dateText(local)}, ${formatTime(local.slice(11))}`;
}

/** '10 to 13 years on 14 Sep 2026'. */
export function ageText(
  { minimumAge, maximumAge }: { minimumAge: number | null; maximumAge: number | null },
  on: string,
): string {
  if (minimumAge === null && maximumAge === null) return 'Any';
  const range =
    maximumAge === null
      ? `${minimumAge} years or older`
      : minimumAge === null
        ? `Up to ${maximumAge} years`
        : `${minimumAge} to ${maximumAge} years`;
  return `${range} on ${on}`;
}
