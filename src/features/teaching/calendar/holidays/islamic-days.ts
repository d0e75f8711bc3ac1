import { addDays, type Day } from '#kernel/dates.ts';

/** `umalqura` is the calendar that Mecca publishes years ahead; the moon over Nigeria may put a day a day later. */
const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

export interface IslamicDay {
  /** Of the Islamic calendar: 1447. */
  year: number;
  day: Day;
}

/** The days from one to another on which a day of the Islamic calendar falls: two in some years, or none. */
export function islamicDays(month: number, dayOfMonth: number, from: Day, to: Day): IslamicDay[] {
  const found: IslamicDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const parts = new Map(calendar.formatToParts(Date.parse(day)).map(({ type, value }) => [type, value]));
    if (Number(parts.get('month')) !== month || Number(parts.get('day')) !== dayOfMonth) continue;
    found.push({ year: Number(parts.get('year')), day });
  }
  return found;
}
