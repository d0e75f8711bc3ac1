import { addDays, type Day } from '#kernel/dates.ts';

/** Days of a holiday. */
export interface HolidayDays {
  key: string;
  title: string;
  startsOn: Day;
  endsOn: Day;
}
export interface InLieu {
  /** 'boxing-day-2026-instead'. */
  key: string;
  title: string;
  day: Day;
  /** The day at the weekend that is lost. */
  lost: Day;
}

/** For every day of a holiday at a weekend the next working day that is none: usual, but the government decides. */
export function inLieuOf(all: readonly HolidayDays[]): InLieu[] {
  const taken = new Set(all.flatMap(daysOf));
  return all.flatMap((holiday) =>
    daysOf(holiday)
      .filter(isWeekend)
      .map((lost, at) => {
        let day = addDays(lost, 1);
        while (isWeekend(day) || taken.has(day)) day = addDays(day, 1);
        taken.add(day);
        const key = `${holiday.key}-instead${at ? `-${at + 1}` : ''}`;
        return { key, title: `In place of ${holiday.title}`.slice(0, 120), day, lost };
      }),
  );
}

function daysOf({ startsOn, endsOn }: HolidayDays): Day[] {
  const days: Day[] = [];
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) days.push(day);
  return days;
}

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(day).getUTCDay());

const isInLieu = (key: string) => /-instead(-\d+)?$/.test(key);

/** What the government may still declare for the holidays in a calendar: neither added nor dismissed. */
export function proposedInLieu(added: readonly HolidayDays[], dismissed: readonly string[], today: Day): InLieu[] {
  const known = new Set([...added.map(({ key }) => key), ...dismissed]);
  return inLieuOf(added.filter(({ key }) => !isInLieu(key))).filter(({ key, day }) => day >= today && !known.has(key));
}
